import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { Agent } from "../../api/agents";
import type { NewKey } from "../../api/keys";
import { useText } from "../../i18n/language";
import { McpClient } from "../../mcp/client";
import { CopyButton } from "../../parts/CopyButton";
import { chunk } from "../../parts/chunk";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Plain } from "../../parts/Plain";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { useSession } from "../../shell/session";
import { ListedTools } from "../agent/ListedTools";
import { type ListedTool, tokensOf } from "../agent/view";
import { SnippetTabs } from "../connect/SnippetTabs";
import { snippets } from "../connect/snippets";
import { AgentViews } from "./AgentViews";

const NewKeyDialog = chunk(() => import("../access/NewKeyDialog"));
const ShownOnce = chunk(() => import("../access/ShownOnce"));

/** The virtual server of an agent: where it is, how clients reach it, and what it offers. */
export function ConnectView({ agent }: { agent: Agent }) {
  const { t } = useText();
  const session = useSession();
  const address = new URL(agent.endpoint, session.mcp_url).href;
  // The command of curl asks the API, which knows all tools.
  const hosts = snippets(address, agent.name, session.auth !== "none").filter(({ id }) => id !== "curl");
  const stdio = `toolwright stdio --agent ${agent.name}`;
  return (
    <div className="page">
      <PageHead
        title={visible(clip(agent.name, 80))}
        about={agent.description === null ? undefined : <Plain text={agent.description} />}
      >
        <AgentViews agent={agent} here="connect" />
        {session.user.role === "admin" && <KeyButton agent={agent} />}
      </PageHead>
      {!agent.is_active && <p className="callout note">{t("agents.is_off")}</p>}
      <p>{t("agents.connect_about")}</p>
      <p className="address">
        <code data-testid="agent-url">{address}</code> <CopyButton text={address} />
      </p>
      <SnippetTabs snippets={hosts} />
      <p className="address">
        {t("agents.stdio")} <code>{stdio}</code> <CopyButton text={stdio} />
      </p>
      {agent.is_active && <Offered agent={agent} />}
    </div>
  );
}

/** Makes a key that opens this agent and nothing else. */
function KeyButton({ agent }: { agent: Agent }) {
  const { t } = useText();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<NewKey | null>(null);
  function show(key: NewKey) {
    setMaking(false);
    setMade(key);
  }
  return (
    <>
      <button
        type="button"
        className="button primary"
        onClick={() => setMaking(true)}
        data-testid="agent-make-key"
      >
        <Icon name="key" />
        {t("agents.make_key")}
      </button>
      <Suspense fallback={null}>
        {making && <NewKeyDialog agent={agent.name} onMade={show} onClose={() => setMaking(false)} />}
        {made !== null && <ShownOnce made={made} onClose={() => setMade(null)} />}
      </Suspense>
    </>
  );
}

/** The answer of the virtual server to `tools/list`. */
function Offered({ agent }: { agent: Agent }) {
  const { t, number } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["agent", agent.name, "offered", agent.revision],
    queryFn: () => {
      const client = new McpClient("2026-07-28", () => undefined, "session", agent.endpoint);
      return client.list<ListedTool>("tools/list", "tools");
    },
    retry: false,
  });
  const known = new Map<string, number>();
  const tokens = (data ?? []).reduce((sum, tool) => sum + tokensOf(tool, known), 0);
  return (
    <section data-testid="agent-offers">
      <h2>{t("agents.offers")}</h2>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={3} />}
      {data !== undefined && (
        <>
          <p className="hint" data-testid="agent-total">
            {t("agent.total", { tools: number(data.length), tokens: number(tokens) })}
          </p>
          {data.length > 0 && <ListedTools tools={data} known={known} />}
        </>
      )}
    </section>
  );
}
