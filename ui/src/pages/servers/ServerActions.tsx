import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { saidBy } from "../../api/problem";
import { deleteServer, type McpServer, patchServer, type ServerTest, testServer } from "../../api/servers";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { ConfirmDialog } from "../../parts/ConfirmDialog";
import { Icon } from "../../parts/Icon";
import { ServerText } from "../../parts/ServerText";
import { Switch } from "../../parts/Switch";
import { toast } from "../../parts/toast";
import { clip, visible } from "../../parts/visible";

/** Switches a server on and off, and removes it. */
export function ServerActions({ server }: { server: McpServer }) {
  const { t } = useText();
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [asking, setAsking] = useState(false);
  const onError = (error: Error) => toast(saidBy(error), { tone: "error" });
  const onSettled = () => queries.invalidateQueries({ queryKey: ["servers"] });
  const change = useMutation({
    mutationFn: (on: boolean) => patchServer(server, { disabled: !on }),
    onError,
    onSettled,
  });
  const name = visible(clip(server.name, 80));
  const remove = useMutation({
    mutationFn: () => deleteServer(server),
    onSuccess() {
      toast(t("servers.removed", { name }));
      go("/servers");
    },
    onError,
    onSettled,
  });
  return (
    <>
      <Switch
        on={server.state !== "disabled"}
        label={t("servers.switch", { name })}
        unavailable={change.isPending}
        testId="server-switch"
        onChange={(on) => change.mutate(on)}
      />
      <button
        type="button"
        className="icon-button"
        aria-label={t("servers.delete")}
        title={t("servers.delete")}
        data-testid="server-delete"
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" />
      </button>
      {asking && (
        <ConfirmDialog
          title={t("servers.delete")}
          text={t("servers.confirm_delete", { name })}
          action={t("servers.delete")}
          onConfirm={() => remove.mutate()}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

/** Connects once, also to a server that is switched off, and says what came of it. */
export function ConnectionTest({ server }: { server: McpServer }) {
  const { t } = useText();
  const test = useMutation({
    mutationFn: () => testServer(server),
    onError: (error) => toast(saidBy(error), { tone: "error" }),
  });
  return (
    <section>
      <p>
        <Button
          className="button"
          unavailable={test.isPending}
          data-testid="server-test"
          onClick={() => test.mutate()}
        >
          {test.isPending ? t("servers.testing") : t("servers.test")}
        </Button>
      </p>
      {test.data !== undefined && <Outcome of={test.data} />}
    </section>
  );
}

function Outcome({ of }: { of: ServerTest }) {
  const { t, number, duration } = useText();
  const { tools, resources, prompts, milliseconds } = of;
  return (
    <div
      className={of.ok ? "callout note" : "callout error"}
      role="status"
      data-testid="server-test-outcome"
      data-status={of.ok ? "ok" : "error"}
    >
      {of.ok ? (
        t("servers.test_ok", {
          time: duration(milliseconds),
          tools: number(tools.length),
          resources: number(resources),
          prompts: number(prompts),
        })
      ) : (
        <span>
          {t("servers.test_failed")}: <ServerText text={of.reason ?? ""} />
        </span>
      )}
    </div>
  );
}
