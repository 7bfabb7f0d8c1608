import { useMutation, useQuery } from "@tanstack/react-query";
import { readTool, type ToolSummary, testTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Dialog } from "../../parts/Dialog";
import { PlainBlock } from "../../parts/Plain";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { ResultView } from "../../run/ResultView";
import { RunForm } from "../../run/RunForm";

/** Runs a stored tool from the list. */
export function TestRunDialog({ tool, onClose }: { tool: ToolSummary; onClose(): void }) {
  const { t } = useText();
  const whole = useQuery({
    queryKey: ["tool", tool.name],
    queryFn: ({ signal }) => readTool(tool.name, signal),
  });
  const run = useMutation({ mutationFn: (args: Record<string, unknown>) => testTool(tool.name, args) });
  const schema = whole.data?.definition.inputSchema;
  return (
    <Dialog
      title={`${t("tools.test")}: ${visible(clip(tool.name, 80))}`}
      onClose={onClose}
      wide
      testId="test-run-dialog"
    >
      <PlainBlock text={tool.description} most={400} />
      {whole.error !== null && <Failure error={whole.error} onRetry={whole.refetch} />}
      {schema === undefined && whole.error === null && <Skeleton lines={3} />}
      {schema !== undefined && (
        <RunForm
          schema={schema}
          memory={tool.name}
          busy={run.isPending}
          label={t("run.test")}
          onRun={(args) => run.mutate(args)}
        />
      )}
      {run.error !== null && <Failure error={run.error} />}
      {run.data !== undefined && <ResultView result={run.data} />}
    </Dialog>
  );
}
