import { useQuery } from "@tanstack/react-query";
import { readTool, type ToolSummary, testTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Dialog } from "../../parts/Dialog";
import { PlainBlock } from "../../parts/Plain";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { TestRun } from "../../run/TestRun";

/** Runs a stored tool from the list. */
export default function TestRunDialog({ tool, onClose }: { tool: ToolSummary; onClose(): void }) {
  const { t } = useText();
  const whole = useQuery({
    queryKey: ["tool", tool.name],
    queryFn: ({ signal }) => readTool(tool.name, signal),
  });
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
        <TestRun schema={schema} memory={tool.name} run={(args) => testTool(tool.name, args)} />
      )}
    </Dialog>
  );
}
