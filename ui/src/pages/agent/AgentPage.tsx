import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "wouter";
import { listTools } from "../../api/tools";
import { useText } from "../../i18n/language";
import { ERAS, type Identity, McpClient } from "../../mcp/client";
import { Field } from "../../parts/Field";
import { PageHead } from "../../parts/PageHead";
import { Failure, Skeleton } from "../../parts/States";
import { HiddenTools } from "./HiddenTools";
import { ListedTools } from "./ListedTools";
import { hidden, type ListedTool, tokensOf } from "./view";

/** The exact `tools/list` that a caller gets, what it costs, and what is hidden from it. */
export default function AgentPage() {
  const { t, number } = useText();
  const [search, setSearch] = useSearchParams();
  const [identity, setIdentity] = useState<Identity>("session");
  const era = ERAS.find((one) => one === search.get("era")) ?? ERAS[0];
  const listed = useQuery({
    queryKey: ["agent", era, identity],
    queryFn: () => new McpClient(era, () => undefined, identity).list<ListedTool>("tools/list", "tools"),
    // A key is in its name: it is forgotten when the page is left.
    gcTime: 0,
    retry: false,
  });
  const all = useQuery({
    queryKey: ["tools"],
    queryFn: ({ signal }) => listTools(signal),
    staleTime: 60_000,
  });
  const known = new Map((all.data ?? []).map(({ name, tokens }) => [name, tokens]));
  const tools = listed.data ?? [];
  const tokens = tools.reduce((sum, tool) => sum + tokensOf(tool, known), 0);
  return (
    <div className="page">
      <PageHead title={t("menu.agent")} about={t("agent.about")}>
        <select
          aria-label={t("playground.era")}
          value={era}
          data-testid="era"
          onChange={(event) => setSearch({ era: event.target.value }, { replace: true })}
        >
          {ERAS.map((one) => (
            <option key={one} value={one}>
              {one} · {t(`era.${one}`)}
            </option>
          ))}
        </select>
      </PageHead>
      <IdentityChoice identity={identity} onChange={setIdentity} />
      {listed.error !== null && <Failure error={listed.error} onRetry={listed.refetch} />}
      {listed.data === undefined && listed.error === null && <Skeleton />}
      {listed.data !== undefined && (
        <>
          <p data-testid="agent-total">
            {t("agent.total", { tools: number(tools.length), tokens: number(tokens) })}
          </p>
          <ListedTools tools={tools} known={known} />
          <HiddenTools tools={hidden(all.data ?? [], tools)} />
        </>
      )}
    </div>
  );
}

function IdentityChoice({ identity, onChange }: { identity: Identity; onChange(identity: Identity): void }) {
  const { t } = useText();
  const [asksKey, setAsksKey] = useState(false);
  const [key, setKey] = useState("");
  const kind = asksKey ? "key" : identity === "nobody" ? "nobody" : "session";
  function choose(next: string) {
    setAsksKey(next === "key");
    setKey("");
    if (next !== "key") onChange(next === "nobody" ? "nobody" : "session");
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    onChange({ key: key.trim() });
  }
  return (
    <form className="filters" onSubmit={submit}>
      <select
        aria-label={t("agent.as")}
        value={kind}
        data-testid="agent-identity"
        onChange={(event) => choose(event.target.value)}
      >
        {(["session", "nobody", "key"] as const).map((one) => (
          <option key={one} value={one}>
            {t(`agent_as.${one}`)}
          </option>
        ))}
      </select>
      {asksKey && (
        <Field label={t("session.key")} hint={t("agent.key_hint")}>
          {(attributes) => (
            <input
              {...attributes}
              type="password"
              autoComplete="off"
              value={key}
              data-testid="agent-key"
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
      )}
    </form>
  );
}
