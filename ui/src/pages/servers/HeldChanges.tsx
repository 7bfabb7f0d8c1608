import { useMutation, useQueryClient } from "@tanstack/react-query";
import { saidBy } from "../../api/problem";
import { approveServer, type HeldChange, type McpServer } from "../../api/servers";
import { Diff } from "../../code/LazyCode";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { Plain } from "../../parts/Plain";
import { toast } from "../../parts/toast";

const json = (value: unknown): string => (value == null ? "" : JSON.stringify(value, null, 2));

/** The definitions that have changed, beside those that clients get, and the way to take them. */
export function HeldChanges({ server }: { server: McpServer }) {
  const { t } = useText();
  const queries = useQueryClient();
  const approve = useMutation({
    mutationFn: approveServer,
    onSuccess: ({ name }) => toast(t("servers.approved", { name })),
    onError: (error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["servers"] }),
  });
  return (
    <section data-testid="held-changes">
      <header className="result-head">
        <h2>{t("servers.held")}</h2>
        <Button
          className="button primary"
          unavailable={approve.isPending}
          data-testid="approve"
          onClick={() => approve.mutate(server)}
        >
          {t("servers.approve")}
        </Button>
      </header>
      <p className="hint">{t("servers.held_about")}</p>
      {server.held.map((change) => (
        <Change key={change.item} change={change} />
      ))}
    </section>
  );
}

function Change({ change: { item, pinned, offered } }: { change: HeldChange }) {
  const { t } = useText();
  return (
    <article data-testid="held-change">
      <h3>
        <code>
          <Plain text={item} most={120} />
        </code>
      </h3>
      {pinned === null && <p className="hint">{t("servers.new_item")}</p>}
      <Diff
        before={json(pinned)}
        after={json(offered)}
        beforeLabel={t("servers.pinned")}
        afterLabel={t("servers.now")}
      />
    </article>
  );
}
