import { Link, useSearchParams } from "wouter";
import type { AgentSummary } from "../../api/agents";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { useMayMake } from "../../shell/session";
import { AgentTable } from "./AgentTable";
import { useAgents } from "./use_agents";

const ADD = "toolwright agents add agents.json";

/** The agents: a model, a prompt, and the tools that it gets. */
export default function AgentsPage() {
  const { t, number } = useText();
  const [search, setSearch] = useSearchParams();
  const [words, deleted] = [search.get("q") ?? "", search.get("state") === "deleted"];
  const { data, error, refetch } = useAgents(deleted);
  const found = (data ?? []).filter((agent) => has(agent, words));
  function change(name: string, value: string) {
    const next = (old: URLSearchParams) => {
      const params = new URLSearchParams(old);
      if (value === "") params.delete(name);
      else params.set(name, value);
      return params;
    };
    setSearch(next, { replace: true });
  }
  return (
    <div className="page">
      <PageHead title={t("menu.agents")} about={t("agents.about")}>
        <NewLink />
      </PageHead>
      <search className="filters">
        <input
          type="search"
          aria-label={t("agents.search")}
          placeholder={t("agents.search")}
          value={words}
          data-testid="agent-search"
          onChange={(event) => change("q", event.target.value)}
        />
        <select
          aria-label={t("tools.state")}
          value={deleted ? "deleted" : ""}
          className={deleted ? "chosen" : undefined}
          data-testid="filter-state"
          onChange={(event) => change("state", event.target.value)}
        >
          <option value="">{t("tools.state")}</option>
          <option value="deleted">{t("state.deleted")}</option>
        </select>
        <span className="count" role="status" data-testid="agent-count">
          {t("tools.count", { shown: number(found.length), all: number(data?.length ?? 0) })}
        </span>
      </search>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data?.length === 0 && words === "" && !deleted && <None />}
      {data !== undefined && found.length === 0 && (data.length > 0 || words !== "" || deleted) && (
        <Empty icon="search" title={t("common.nothing_found")}>
          <button type="button" className="button" onClick={() => setSearch({})}>
            {t("tools.clear_filters")}
          </button>
        </Empty>
      )}
      {found.length > 0 && <AgentTable agents={found} deleted={deleted} />}
    </div>
  );
}

function has({ name, description, model_name }: AgentSummary, words: string): boolean {
  const text = `${name} ${description ?? ""} ${model_name}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function NewLink() {
  const { t } = useText();
  if (!useMayMake()) return null;
  return (
    <Link href="/new-agent" className="button primary" data-testid="new-agent">
      <Icon name="plus" />
      {t("agents.new")}
    </Link>
  );
}

function None() {
  const { t } = useText();
  return (
    <Empty icon="agents" title={t("agents.none")}>
      <p>{t("agents.none_about")}</p>
      <p>
        <code>{ADD}</code> <CopyButton text={ADD} />
      </p>
    </Empty>
  );
}
