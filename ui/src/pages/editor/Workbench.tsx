import type { Problem } from "../../api/problem";
import { testSpec } from "../../api/tools";
import { useText } from "../../i18n/language";
import { TestRun } from "../../run/TestRun";
import type { JsonSchema } from "../../schema/json_schema";
import { BasicsStep } from "./BasicsStep";
import { useEditing } from "./editing";
import { LogicStep } from "./logic/LogicStep";
import { ProblemSummary } from "./ProblemSummary";
import { ParametersStep } from "./parameters/ParametersStep";
import { stepOf } from "./problems";
import { schemaOf } from "./schema_of";

/** Whether a problem is said nowhere else on the screen: those of the logic are beside it. */
const isElsewhere = (problem: Problem): boolean => stepOf(problem) !== "logic";

/** One screen to work in: the logic at the left, arguments and result at the right, the rest below. */
export function Workbench() {
  const { t } = useText();
  const { spec, check, problems } = useEditing();
  const schema: JsonSchema = check?.definition?.inputSchema ?? schemaOf(spec);
  const isNamed = spec.name !== "" && spec.description !== "";
  return (
    <div className="workbench" data-testid="workbench">
      <div>
        <LogicStep />
      </div>
      <aside className="panel" aria-label={t("run.test")}>
        <TestRun
          schema={schema}
          isMain={false}
          memory={spec.name === "" ? null : spec.name}
          run={(args) => testSpec(spec, args)}
        />
        <p className="hint">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd> {t("workbench.runs")}
        </p>
        {isNamed && <ProblemSummary problems={problems.filter(isElsewhere)} />}
      </aside>
      <div className="workbench-rest">
        <details className="more" open={!isNamed}>
          <summary>{t("step.basics")}</summary>
          <BasicsStep />
        </details>
        <details className="more" data-testid="workbench-parameters">
          <summary>
            {t("step.parameters")} ({(spec.parameters ?? []).length})
          </summary>
          <ParametersStep />
        </details>
      </div>
    </div>
  );
}
