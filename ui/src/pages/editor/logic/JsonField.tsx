import { useState } from "react";
import type { Problem } from "../../../api/problem";
import { useText } from "../../../i18n/language";
import { Field } from "../../../parts/Field";

interface Props {
  label: string;
  hint?: string;
  value: unknown;
  problems?: Problem[];
  onChange(value: unknown): void;
}

/** A JSON value; what is not JSON stays typed and is not taken over. */
export function JsonField({ label, hint, value, problems = [], onChange }: Props) {
  const { t } = useText();
  const [text, setText] = useState(() => (value == null ? "" : JSON.stringify(value, null, 2)));
  const [broken, setBroken] = useState(false);
  function read(next: string) {
    setText(next);
    try {
      onChange(next.trim() === "" ? undefined : JSON.parse(next));
      setBroken(false);
    } catch {
      setBroken(true);
    }
  }
  const own = broken ? [{ path: "", message: t("run.not_json") }] : [];
  return (
    <Field label={label} hint={hint} problems={[...own, ...problems]}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="code"
          rows={4}
          spellCheck={false}
          value={text}
          onChange={(event) => read(event.target.value)}
        />
      )}
    </Field>
  );
}
