import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Execution } from "../../api/executions";
import { saidBy } from "../../api/problem";
import { addTest } from "../../api/tests";
import { readTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { toast } from "../../parts/toast";

/** Stores a call that went well as a test of its tool, for whoever may change the tool. */
export function SaveTest({ execution }: { execution: Execution }) {
  const { t } = useText();
  const queries = useQueryClient();
  const { tool: name, outcome, result } = execution;
  const { data: tool } = useQuery({
    queryKey: ["tool", name],
    queryFn: ({ signal }) => readTool(name, signal),
    enabled: outcome === "ok",
    retry: false,
  });
  const save = useMutation({
    mutationFn: () => addTest(name, { arguments: argumentsOf(execution), result }),
    onSuccess(stored) {
      queries.setQueryData(["tool", name], stored);
      toast(t("tests.saved", { name }));
    },
    onError: (error) => toast(saidBy(error), { tone: "error" }),
  });
  if (tool?.spec == null || !tool.editable || result === null) return null;
  if (save.isSuccess) {
    return (
      <Link className="button small" href={`/tools/${encodeURIComponent(name)}?view=activity`}>
        {t("tests.title")}
      </Link>
    );
  }
  return (
    <Button
      className="button small"
      unavailable={save.isPending}
      onClick={() => save.mutate()}
      data-testid="save-test"
    >
      {t("tests.save")}
    </Button>
  );
}

function argumentsOf({ arguments: given }: Execution): Record<string, unknown> {
  return typeof given === "object" && given !== null ? (given as Record<string, unknown>) : {};
}
