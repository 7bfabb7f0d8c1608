import { useText } from "../i18n/language";
import { Field } from "../parts/Field";

interface Props {
  text: string;
  problem: string | null;
  onChange(text: string): void;
}

export function RawArguments({ text, problem, onChange }: Props) {
  const { t } = useText();
  return (
    <Field label={t("run.arguments")} problems={problem === null ? [] : [{ path: "", message: problem }]}>
      {(attributes) => (
        <textarea
          {...attributes}
          className="code"
          rows={8}
          spellCheck={false}
          value={text}
          data-testid="raw-arguments"
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
