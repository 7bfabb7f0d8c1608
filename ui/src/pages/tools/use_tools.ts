import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { saidBy } from "../../api/problem";
import {
  deleteTool,
  listDeletedTools,
  listTools,
  patchTool,
  restoreTool,
  type ToolSummary,
} from "../../api/tools";
import { useText } from "../../i18n/language";
import { toast } from "../../parts/toast";

const LIST = ["tools"];

/** All tools. The first thousand are shown while the rest is on its way. */
export function useTools() {
  const queries = useQueryClient();
  return useQuery({
    queryKey: LIST,
    queryFn: ({ signal }) => {
      const isFirst = queries.getQueryData(LIST) === undefined;
      return listTools(signal, (items) => isFirst && queries.setQueryData(LIST, [...items]));
    },
  });
}

export function useDeletedTools(wanted: boolean) {
  return useQuery({ queryKey: ["tools", "deleted"], queryFn: listDeletedTools, enabled: wanted });
}

function replace(queries: QueryClient, tool: ToolSummary): void {
  queries.setQueryData<ToolSummary[]>(LIST, (tools) =>
    tools?.map((one) => (one.name === tool.name ? tool : one)),
  );
}

/** Switches a tool on or off; the switch moves at once, and back if the server refuses. */
export function useSwitchTool() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ tool, on }: { tool: ToolSummary; on: boolean }) =>
      patchTool(tool.name, { is_active: on }, tool.revision),
    onMutate: ({ tool, on }) => replace(queries, { ...tool, is_active: on }),
    onSuccess: (tool) => replace(queries, tool),
    onError: (error, { tool }) => {
      replace(queries, tool);
      toast(saidBy(error), { tone: "error" });
      void queries.invalidateQueries({ queryKey: LIST });
    },
  });
}

/** Deletes a tool, with an undo in the message. */
export function useDeleteTool() {
  const { t } = useText();
  const queries = useQueryClient();
  const restore = useRestoreTool();
  return useMutation({
    mutationFn: (tool: ToolSummary) => deleteTool(tool.name, tool.revision),
    onSuccess: (_, { name }) => {
      queries.setQueryData<ToolSummary[]>(LIST, (tools) => tools?.filter((one) => one.name !== name));
      const action = { label: t("common.undo"), run: () => restore.mutate(name) };
      toast(t("tools.deleted", { name }), { action });
    },
    onError: (error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: LIST }),
  });
}

export function useRestoreTool() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: restoreTool,
    onError: (error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: LIST }),
  });
}
