import type { Problem } from "../api/problem";
import { type Translate, useText } from "../i18n/language";
import { Field, type FieldAttributes } from "../parts/Field";
import { Plain } from "../parts/Plain";
import { visible } from "../parts/visible";
import type { FormField } from "../schema/form";

interface Props {
  field: FormField;
  text: string | undefined;
  invalid: boolean;
  /** What the server says about the value. */
  problems?: Problem[];
  /** Whether the text may have many lines. */
  isLong?: boolean;
  testId?: string;
  onChange(text: string | undefined): void;
}

/** The control for one argument, or for one member of a configuration. */
export function SchemaField(props: Props) {
  const { t } = useText();
  const { name, kind, required, schema } = props.field;
  const message = t(kind === "json" ? "run.not_json" : "run.not_a_number");
  const hint =
    schema.description === undefined ? kindHint(props.field, t) : <Plain text={schema.description} />;
  return (
    <Field
      label={visible(name)}
      required={required}
      hint={hint}
      problems={[...(props.invalid ? [{ path: name, message }] : []), ...(props.problems ?? [])]}
    >
      {(attributes) => <Control {...props} attributes={attributes} />}
    </Field>
  );
}

const TYPES = ["string", "integer", "number", "boolean", "array", "object"] as const;

function kindHint({ kind, schema }: FormField, t: Translate): string {
  const names = [schema.type ?? kind].flat().map((name) => {
    const known = TYPES.find((type) => type === name);
    return known === undefined ? name : t(`type.${known}`);
  });
  const type = names.join(" | ");
  const range = [schema.minimum, schema.maximum].filter((limit) => limit !== undefined).join(" … ");
  return range === "" ? type : `${type} · ${range}`;
}

function Control({
  field,
  text,
  isLong,
  testId,
  onChange,
  attributes,
}: Props & { attributes: FieldAttributes }) {
  const { t } = useText();
  const shared = { ...attributes, "data-testid": testId ?? `argument-${field.name}` };
  if (field.kind === "boolean" || field.kind === "choice") {
    const choices = field.kind === "boolean" ? [true, false] : field.choices;
    return (
      <select {...shared} value={text ?? ""} onChange={(event) => onChange(event.target.value || undefined)}>
        <option value="">{t("run.not_sent")}</option>
        {choices.map((choice) => (
          <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
            {typeof choice === "boolean"
              ? t(choice ? "common.yes" : "common.no")
              : typeof choice === "string"
                ? visible(choice)
                : JSON.stringify(choice)}
          </option>
        ))}
      </select>
    );
  }
  if (field.kind === "json" || isLong || (text?.includes("\n") ?? false)) {
    return (
      <textarea
        {...shared}
        rows={isLong ? 10 : 3}
        className="code"
        value={text ?? ""}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  return (
    <input
      {...shared}
      type={field.schema.format === "password" ? "password" : "text"}
      inputMode={field.kind === "text" ? undefined : "decimal"}
      value={text ?? ""}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
