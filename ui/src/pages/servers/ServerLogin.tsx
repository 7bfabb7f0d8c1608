import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { saidBy } from "../../api/problem";
import { beginLogin, finishLogin, type McpServer } from "../../api/servers";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { toast } from "../../parts/toast";
import { clip, visible } from "../../parts/visible";

/** Logs in to a server that wants tokens: the browser goes to its authorization server, and is sent back here. */
export function ServerLogin({ server }: { server: McpServer }) {
  const { t } = useText();
  const queries = useQueryClient();
  const onError = (error: Error) => toast(saidBy(error), { tone: "error" });
  const begin = useMutation({
    mutationFn: () => beginLogin(server, location.origin + location.pathname),
    onSuccess: ({ address }) => location.assign(address),
    onError,
  });
  const { mutate } = useMutation({
    mutationFn: (redirected: string) => finishLogin(server, redirected),
    onSuccess: ({ name }) => toast(t("servers.logged_in", { name: visible(clip(name, 80)) })),
    onError,
    onSettled: () => queries.invalidateQueries({ queryKey: ["servers"] }),
  });
  useEffect(() => {
    const answer = new URLSearchParams(location.search);
    if (!answer.has("state")) return;
    const redirected = location.href;
    // The code in it is good for once, and nobody should find it in the history.
    history.replaceState(null, "", location.pathname);
    mutate(redirected);
  }, [mutate]);
  return (
    <p>
      <Button
        className="button"
        unavailable={begin.isPending}
        data-testid="server-login"
        onClick={() => begin.mutate()}
      >
        {t("servers.login")}
      </Button>
    </p>
  );
}
