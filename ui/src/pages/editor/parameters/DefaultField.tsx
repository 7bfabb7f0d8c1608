import { useEffect, useState } from "react";
import type { Problem } from "../../../api/problem";
import type { Parameter } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";

interface Props {
  parameter: Parameter;
  problems: Problem[];
  onChange(patch: Partial<Parameter>): void;
}

/** The default, typed as text: a string as it is, everything else as JSON. */
export function DefaultField({ parameter, problems, onChange }: Props) {
  const { t } = useText();
  const [text, setText] = useState(() => write(parameter.default));
  const [invalid, setInvalid] = useState(false);
  useEffect(() => {
    if (parameter.default === undefined && !invalid) setText("");
  }, [parameter.default, invalid]);
  function read(next: string) {
    setText(next);
    setInvalid(false);
    if (next === "") return onChange({ default: undefined });
    if (parameter.type === "string") return onChange({ default: next });
    try {
      onChange({ default: JSON.parse(next) });
    } catch {
      setInvalid(true);
    }
  }
  const own = invalid ? [{ path: "", message: t("parameters.bad_default", { type: parameter.type }) }] : [];
  return (
    <Field label={t("parameters.default")} problems={[...own, ...problems]}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          value={text}
          data-testid="parameter-default"
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  );
}

function write(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}
