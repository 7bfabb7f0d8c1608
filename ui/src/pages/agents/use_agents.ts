import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type AgentSummary,
  deleteAgent,
  listAgents,
  listDeletedAgents,
  patchAgent,
  readAgent,
  restoreAgent,
} from "../../api/agents";
import { saidBy } from "../../api/problem";
import { useText } from "../../i18n/language";
import { toast } from "../../parts/toast";

/** The server announces no changes of agents. */
const ASK_EVERY = 3000;

const LIST = ["agents"];

/** All agents that the user may use, or those that were removed. */
export const useAgents = (deleted = false) =>
  useQuery({
    queryKey: deleted ? ["agents", "deleted"] : LIST,
    queryFn: deleted ? listDeletedAgents : listAgents,
    refetchInterval: ASK_EVERY,
  });

export const useAgent = (name: string | null) =>
  useQuery({
    queryKey: ["agent", name],
    queryFn: ({ signal }) => readAgent(name ?? "", signal),
    enabled: name !== null,
    refetchInterval: ASK_EVERY,
  });

/** What is the same about all changes of the list: an error is said, and the list is asked for anew. */
function useRefresh() {
  const queries = useQueryClient();
  return {
    onError: (error: Error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: LIST }),
  };
}

/** Switches an agent on or off; the switch moves at once, and back if the server refuses. */
export function useSwitchAgent() {
  const queries = useQueryClient();
  const show = (agent: AgentSummary) =>
    queries.setQueryData<AgentSummary[]>(LIST, (all) =>
      all?.map((one) => (one.name === agent.name ? agent : one)),
    );
  return useMutation({
    mutationFn: ({ agent, on }: { agent: AgentSummary; on: boolean }) => patchAgent(agent, { is_active: on }),
    onMutate: ({ agent, on }) => show({ ...agent, is_active: on }),
    ...useRefresh(),
  });
}

/** Deletes an agent, with an undo in the message. */
export function useDeleteAgent() {
  const { t } = useText();
  const restore = useRestoreAgent();
  return useMutation({
    mutationFn: deleteAgent,
    onSuccess: (_, { name }) =>
      toast(t("tools.deleted", { name }), {
        action: { label: t("common.undo"), run: () => restore.mutate(name) },
      }),
    ...useRefresh(),
  });
}

export function useRestoreAgent() {
  return useMutation({ mutationFn: restoreAgent, ...useRefresh() });
}
