import { useMemo, useState } from "react";
import type { KindView } from "../../../api/kinds";
import { SchemaField } from "../../../run/SchemaField";
import { type FormField, fieldsOf, toArguments, toTexts } from "../../../schema/form";
import { useEditing } from "../editing";
import { at } from "../problems";
import { isSame } from "../spec_values";
import { ConfigJson } from "./ConfigJson";

/** What was typed into a field, and the value that `config` had then. */
interface Typed {
  text: string | undefined;
  value: unknown;
}

/** A form made of the schema of `config`, for a kind that has no editor of its own. */
export function SchemaLogic({ kind }: { kind: KindView }) {
  const { spec, problems, changeConfig } = useEditing();
  const fields = useMemo(() => fieldsOf(kind.config_schema), [kind]);
  const [typed, setTyped] = useState<Record<string, Typed | undefined>>({});
  if (fields.length === 0) return <ConfigJson />;

  const stored = toTexts(fields, spec.config);
  // A text such as `1.0` stays as it was typed, until something else changes the value.
  const textOf = (name: string) => {
    const own = typed[name];
    return own !== undefined && isSame(own.value, spec.config[name]) ? own.text : stored[name];
  };
  function type(field: FormField, text: string | undefined) {
    const { values, problems: broken } = toArguments([field], { [field.name]: text });
    const value = broken.length > 0 ? spec.config[field.name] : values[field.name];
    setTyped((old) => ({ ...old, [field.name]: { text, value } }));
    if (broken.length === 0) changeConfig({ [field.name]: value });
  }
  return (
    <div className="form-column" data-testid="schema-logic">
      {fields.map((field) => {
        const text = textOf(field.name);
        return (
          <SchemaField
            key={field.name}
            testId={`config-${field.name}`}
            field={field}
            text={text}
            isLong={field.name === kind.text_field}
            invalid={toArguments([field], { [field.name]: text }).problems.length > 0}
            problems={at(problems, `/config/${field.name}`)}
            onChange={(next) => type(field, next)}
          />
        );
      })}
    </div>
  );
}
