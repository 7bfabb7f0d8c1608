import type { Problem } from "../../../api/problem";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";
import { NumberField } from "../Behaviour";
import { at } from "../problems";
import { TYPES } from "./types";

interface Props {
  parameter: Parameter;
  problems: Problem[];
  onChange(patch: Partial<Parameter>): void;
}

/** What a value has to be, by its type. */
export function Constraints({ parameter, problems, onChange }: Props) {
  const { t } = useText();
  const { type } = parameter;
  const isNumber = type === "integer" || type === "number";
  if (type === "boolean" || type === "object") return null;
  const limit = (name: "minimum" | "maximum" | "min_length" | "max_length") => (
    <NumberField
      label={t(`parameters.${name}`)}
      value={parameter[name] ?? null}
      problems={problems.filter(({ path }) => path.endsWith(`/${name}`))}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
    />
  );
  return (
    <details className="more">
      <summary>{t("parameters.constraints")}</summary>
      <div className="field-row">
        {isNumber && limit("minimum")}
        {isNumber && limit("maximum")}
        {type === "string" && limit("min_length")}
        {type === "string" && limit("max_length")}
        {type === "string" && (
          <Field
            label={t("parameters.pattern")}
            problems={problems.filter(({ path }) => path.endsWith("/pattern"))}
          >
            {(attributes) => (
              <input
                {...attributes}
                type="text"
                className="code"
                value={parameter.pattern ?? ""}
                onChange={(event) => onChange({ pattern: event.target.value || undefined })}
              />
            )}
          </Field>
        )}
        {type === "array" ? (
          <ItemType parameter={parameter} onChange={onChange} />
        ) : (
          <Choices parameter={parameter} problems={at(problems, "/enum")} onChange={onChange} />
        )}
      </div>
    </details>
  );
}

function Choices({ parameter, problems, onChange }: Props) {
  const { t } = useText();
  const isText = parameter.type === "string";
  function read(text: string) {
    const lines = text.split("\n").filter((line) => line !== "");
    const values = lines.map((line) => (isText || Number.isNaN(Number(line)) ? line : Number(line)));
    onChange({ enum: values.length === 0 ? undefined : values });
  }
  return (
    <Field label={t("parameters.enum")} problems={problems}>
      {(attributes) => (
        <textarea
          {...attributes}
          rows={2}
          defaultValue={(parameter.enum ?? []).map(String).join("\n")}
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  );
}

function ItemType({ parameter, onChange }: Omit<Props, "problems">) {
  const { t } = useText();
  return (
    <Field label={t("parameters.items")}>
      {(attributes) => (
        <select
          {...attributes}
          value={parameter.items?.type ?? ""}
          onChange={(event) =>
            onChange({ items: event.target.value === "" ? undefined : { type: event.target.value } })
          }
        >
          <option value="">–</option>
          {TYPES.map((type) => (
            <option key={type} value={type}>
              {t(`type.${type}`)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
