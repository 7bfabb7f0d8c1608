import { Field } from "../../../parts/Field";
import { useEditing } from "../editing";
import { at } from "../problems";

interface Props {
  name: string;
  label: string;
  hint?: string;
  testId: string;
  /** Changes more than this member; without it the text becomes its value. */
  onChange?(text: string): void;
}

/** A member of `config` that is one line of text. */
export function ConfigLine({ name, label, hint, testId, onChange }: Props) {
  const { spec, problems, changeConfig } = useEditing();
  const change = onChange ?? ((text: string) => changeConfig({ [name]: text }));
  return (
    <Field
      label={label}
      hint={hint}
      problems={at(problems, `/config/${name}`)}
      late
      fresh={!spec.config[name]}
    >
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          className="code"
          spellCheck={false}
          value={String(spec.config[name] ?? "")}
          data-testid={testId}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
