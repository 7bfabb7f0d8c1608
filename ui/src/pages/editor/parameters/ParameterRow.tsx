import { useRef } from "react";
import { useDrop } from "react-aria/useDrop";
import type { Problem } from "../../../api/problem";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { Icon } from "../../../parts/Icon";
import { at } from "../problems";
import { Constraints } from "./Constraints";
import { DefaultField } from "./DefaultField";
import { DRAGGED, Grip } from "./Grip";
import { TYPES } from "./types";

interface Props {
  parameter: Parameter;
  index: number;
  count: number;
  problems: Problem[];
  onChange(patch: Partial<Parameter>): void;
  onRemove(): void;
  /** Moves a parameter to another place. */
  onMove(from: number, to: number): void;
}

export function ParameterRow(props: Props) {
  const { t } = useText();
  const { parameter, index, problems, onChange } = props;
  const row = useRef<HTMLLIElement>(null);
  const { dropProps, isDropTarget } = useDrop({
    ref: row,
    getDropOperation: (types) => (types.has(DRAGGED) ? "move" : "cancel"),
    async onDrop({ items: [item] }) {
      if (item?.kind === "text") props.onMove(Number(await item.getText(DRAGGED)), index);
    },
  });
  return (
    <li
      {...(dropProps as React.ComponentProps<"li">)}
      ref={row}
      // The keyboard's way of dragging focuses where it could be dropped.
      tabIndex={-1}
      aria-label={t("parameters.place", { place: index + 1 })}
      className={isDropTarget ? "parameter target" : "parameter"}
      data-testid="parameter"
    >
      <Grip parameter={parameter} index={index} count={props.count} onMove={props.onMove} />
      <div className="parameter-fields">
        <div className="field-row">
          <Field
            label={t("parameters.name")}
            problems={at(problems, `/parameters/${index}/name`)}
            late
            fresh={parameter.name === ""}
          >
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
          late
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
