import { useMutation, useQueryClient } from "@tanstack/react-query";
import { deleteTool, patchTool, readTool, restoreTool, type ToolSummary } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { toast } from "../../../parts/toast";
import { download, specsFile } from "./specs_file";

type Change = (tool: ToolSummary) => Promise<unknown>;

/** Changes many tools, one after the other. What fails is said, and the others are changed all the same. */
export function useBulk(onDone: () => void) {
  const { t } = useText();
  const queries = useQueryClient();
  const run = useMutation({
    mutationFn: async ({ tools, change }: { tools: ToolSummary[]; change: Change }) => {
      const failed: string[] = [];
      for (const tool of tools)
        await change(tool).catch((error: Error) => failed.push(`${tool.name}: ${error.message}`));
      // The next change needs the new revisions.
      await queries.invalidateQueries({ queryKey: ["tools"] });
      return { done: tools.length - failed.length, failed };
    },
    onSuccess({ done, failed }) {
      toast(t("bulk.done", { count: done }));
      if (failed.length > 0) toast(failed.join("\n"), { tone: "error" });
      onDone();
    },
  });
  const change = (tools: ToolSummary[], one: Change) => run.mutate({ tools, change: one });
  return {
    busy: run.isPending,
    switchTo: (tools: ToolSummary[], is_active: boolean) =>
      change(tools, (tool) => patchTool(tool.name, { is_active }, tool.revision)),
    tag: (tools: ToolSummary[], tag: string) =>
      change(tools, (tool) =>
        patchTool(tool.name, { tags: [...new Set([...tool.tags, tag])] }, tool.revision),
      ),
    remove: (tools: ToolSummary[]) => change(tools, (tool) => deleteTool(tool.name, tool.revision)),
    restore: (tools: ToolSummary[]) => change(tools, (tool) => restoreTool(tool.name)),
    async export(tools: ToolSummary[]) {
      const whole = await Promise.all(tools.map(({ name }) => readTool(name)));
      download("tools.json", specsFile(whole.flatMap(({ spec }) => spec ?? [])));
    },
  };
}
