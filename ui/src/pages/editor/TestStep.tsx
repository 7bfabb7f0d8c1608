import { testSpec } from "../../api/tools";
import { useText } from "../../i18n/language";
import { PlainBlock } from "../../parts/Plain";
import { Switch } from "../../parts/Switch";
import { TestRun } from "../../run/TestRun";
import type { JsonSchema } from "../../schema/json_schema";
import { useEditing } from "./editing";
import { ProblemSummary } from "./ProblemSummary";
import { schemaOf } from "./schema_of";

/** Step 4: values for a trial, the result, and the switch. */
export function TestStep() {
  const { t } = useText();
  const { spec, tool, check, problems, dirty, change } = useEditing();
  const isLive = tool?.is_active === true && !dirty;
  const about = t(isLive ? "editor.is_live" : "editor.switch_on");
  const schema: JsonSchema = check?.definition?.inputSchema ?? schemaOf(spec);
  return (
    <div className="two-columns">
      <div>
        <ProblemSummary problems={problems} />
        <TestRun
          schema={schema}
          isMain={false}
          memory={spec.name === "" ? null : spec.name}
          run={(args) => testSpec(spec, args)}
        />
      </div>
      <aside className="panel">
        <div className="switch-line">
          <Switch
            on={spec.is_active ?? true}
            label={about}
            testId="is-active"
            onChange={(is_active) => change({ is_active })}
          />
          <span aria-hidden="true">{about}</span>
        </div>
        <h2>{t("editor.agent_sees")}</h2>
        <PlainBlock
          text={JSON.stringify(check?.definition ?? { name: spec.name, inputSchema: schema }, null, 2)}
        />
      </aside>
    </div>
  );
}
