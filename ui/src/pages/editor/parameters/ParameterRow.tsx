import type { KeyboardEvent } from "react";
import type { Problem } from "../../../api/problem";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { at } from "../problems";
import { Constraints } from "./Constraints";
import { DefaultField } from "./DefaultField";
import { TYPES } from "./types";

interface Props {
  parameter: Parameter;
  index: number;
  count: number;
  problems: Problem[];
  isDragged: boolean;
  onChange(patch: Partial<Parameter>): void;
  onRemove(): void;
  onMove(to: number): void;
  onDrag(index: number | null): void;
  onDrop(): void;
}

export function ParameterRow(props: Props) {
  const { t } = useText();
  const { parameter, index, problems, onChange } = props;
  return (
    <li
      className={props.isDragged ? "parameter dragged" : "parameter"}
      data-testid="parameter"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        props.onDrop();
      }}
    >
      <Grip {...props} />
      <div className="parameter-fields">
        <div className="field-row">
          <Field label={t("parameters.name")} problems={at(problems, `/parameters/${index}/name`)}>
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                className="code"
                spellCheck={false}
                value={parameter.name}
                data-testid="parameter-name"
                onChange={(event) => onChange({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label={t("parameters.type")} problems={at(problems, `/parameters/${index}/type`)}>
            {(attributes) => (
              <select
                {...attributes}
                value={parameter.type}
                data-testid="parameter-type"
                onChange={(event) =>
                  onChange({ type: event.target.value, default: undefined, enum: undefined })
                }
              >
                {TYPES.map((type) => (
                  <option key={type} value={type}>
                    {t(`type.${type}`)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <DefaultField
            parameter={parameter}
            problems={at(problems, `/parameters/${index}/default`)}
            onChange={onChange}
          />
          <label className="check required-check">
            <input
              type="checkbox"
              checked={parameter.required ?? false}
              data-testid="parameter-required"
              onChange={(event) => onChange({ required: event.target.checked })}
            />
            {t("parameters.required")}
          </label>
        </div>
        <Field
          label={t("parameters.description")}
          problems={at(problems, `/parameters/${index}/description`)}
        >
          {(attributes) => (
            <input
              {...attributes}
              type="text"
              value={parameter.description ?? ""}
              data-testid="parameter-description"
              onChange={(event) => onChange({ description: event.target.value || undefined })}
            />
          )}
        </Field>
        <Constraints parameter={parameter} problems={problems} onChange={onChange} />
      </div>
      <button
        type="button"
        className="icon-button"
        aria-label={t("common.remove", { name: parameter.name || String(index + 1) })}
        data-testid="remove-parameter"
        onClick={props.onRemove}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

/** The handle: dragged with the mouse, or moved with the arrow keys. */
function Grip({ parameter, index, count, onMove, onDrag }: Props) {
  const { t } = useText();
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    if (index + step >= 0 && index + step < count) onMove(index + step);
  }
  return (
    <button
      type="button"
      className="icon-button grip"
      draggable
      data-grip={index}
      data-testid="grip"
      aria-label={t("parameters.move", {
        name: parameter.name || String(index + 1),
        place: index + 1,
        count,
      })}
      title={t("parameters.move_hint")}
      onKeyDown={onKeyDown}
      onDragStart={(event) => {
        event.dataTransfer.setData("text/plain", parameter.name);
        event.dataTransfer.effectAllowed = "move";
        onDrag(index);
      }}
      onDragEnd={() => onDrag(null)}
    >
      <Icon name="grip" />
    </button>
  );
}
