import { useMutation } from "@tanstack/react-query";
import type { ToolExecutionResult } from "../api/executions";
import { useText } from "../i18n/language";
import { Failure } from "../parts/States";
import type { JsonSchema } from "../schema/json_schema";
import { ResultView } from "./ResultView";
import { RunForm } from "./RunForm";

interface Props {
  schema: JsonSchema;
  /** Under which the last values are remembered. */
  memory: string | null;
  isMain?: boolean;
  run(args: Record<string, unknown>): Promise<ToolExecutionResult>;
}

/** A form for a trial run, and below it the result or what went wrong. */
export function TestRun({ schema, memory, isMain, run }: Props) {
  const { t } = useText();
  const trial = useMutation({ mutationFn: run });
  return (
    <>
      <RunForm
        schema={schema}
        memory={memory}
        isMain={isMain}
        busy={trial.isPending}
        label={t("run.test")}
        onRun={(args) => trial.mutate(args)}
      />
      {trial.error !== null && <Failure error={trial.error} />}
      {trial.data !== undefined && <ResultView result={trial.data} />}
    </>
  );
}
