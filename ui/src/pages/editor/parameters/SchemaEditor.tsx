import { useState } from "react";
import { Code } from "../../../code/LazyCode";
import { useText } from "../../../i18n/language";
import { ProblemLines } from "../../../parts/Field";
import { fromSchema } from "../../../schema/infer";
import type { JsonSchema } from "../../../schema/json_schema";
import { useEditing } from "../editing";
import { at } from "../problems";

/** A tool whose arguments are a JSON Schema: it is edited as such, or turned into rows. */
export function SchemaEditor() {
  const { t } = useText();
  const { spec, problems, change } = useEditing();
  const [text, setText] = useState(() => JSON.stringify(spec.input_schema, null, 2));
  const [broken, setBroken] = useState(false);
  function read(next: string) {
    setText(next);
    try {
      change({ input_schema: JSON.parse(next) as JsonSchema });
      setBroken(false);
    } catch {
      setBroken(true);
    }
  }
  return (
    <div>
      <div className="actions">
        <button
          type="button"
          className="button"
          onClick={() => change({ parameters: fromSchema(spec.input_schema ?? {}), input_schema: undefined })}
        >
          {t("parameters.to_rows")}
        </button>
      </div>
      <Code
        value={text}
        language="json"
        label={t("parameters.schema")}
        onChange={read}
        testId="input-schema"
      />
      {broken && <p className="error-line">{t("run.not_json")}</p>}
      <ProblemLines problems={at(problems, "/input_schema")} />
    </div>
  );
}
