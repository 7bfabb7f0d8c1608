import { Link } from "wouter";
import type { AgentSummary } from "../../api/agents";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { Plain } from "../../parts/Plain";
import { Switch } from "../../parts/Switch";
import { Time } from "../../parts/Time";
import type { Column } from "../../parts/table/column";
import { DataTable } from "../../parts/table/DataTable";
import { clip, visible } from "../../parts/visible";
import { useDeleteAgent, useRestoreAgent, useSwitchAgent } from "./use_agents";
import "../../style/agents.css";

export function AgentTable({ agents, deleted }: { agents: AgentSummary[]; deleted: boolean }) {
  const { t, number } = useText();
  const cell = (id: string, label: string, show: Column<AgentSummary>["cell"]) => ({ id, label, cell: show });
  return (
    <DataTable
      label={t("menu.agents")}
      testId="agents"
      className="agents"
      rows={agents}
      rowKey={({ name }) => name}
      attributes={({ is_active }) => ({
        "data-testid": "agent-row",
        "data-status": is_active ? "active" : "inactive",
      })}
      columns={[
        cell("name", t("tools.name"), (agent) => <NameCell agent={agent} deleted={deleted} />),
        cell("model", t("agents.model"), ({ model_provider, model_name }) => (
          <>
            <code>
              <Plain text={model_name} most={60} />
            </code>{" "}
            <small className="hint">{t(`provider.${model_provider}`)}</small>
          </>
        )),
        { ...cell("tools", t("servers.tools"), ({ tool_count }) => number(tool_count)), numeric: true },
        cell("owner", t("tools.owner"), ({ owner }) => <Plain text={owner ?? "–"} most={40} />),
        cell("updated", t("tools.updated"), ({ updated_at }) => <Time at={updated_at} />),
        cell("actions", t("tools.actions"), (agent) =>
          deleted ? <RestoreButton agent={agent} /> : <Actions agent={agent} />,
        ),
      ]}
    />
  );
}

function NameCell({ agent, deleted }: { agent: AgentSummary; deleted: boolean }) {
  const { t } = useText();
  const name = <Plain text={agent.name} most={80} />;
  return (
    <>
      <span className="name-line">
        {deleted ? name : <Link href={`/agents/${encodeURIComponent(agent.name)}`}>{name}</Link>}
        {agent.is_public && <span className="pill">{t("agents.public")}</span>}
      </span>
      {agent.description !== null && (
        <small className="hint">
          <Plain text={agent.description} most={160} />
        </small>
      )}
    </>
  );
}

function Actions({ agent }: { agent: AgentSummary }) {
  const { t } = useText();
  const { mutate: onSwitch } = useSwitchAgent();
  const remove = useDeleteAgent();
  const name = visible(clip(agent.name, 80));
  return (
    <span className="row-actions">
      <Switch
        on={agent.is_active}
        label={t("agents.switch", { name })}
        unavailable={!agent.editable}
        testId="agent-switch"
        onChange={(on) => onSwitch({ agent, on })}
      />
      {agent.editable && (
        <button
          type="button"
          className="icon-button"
          aria-label={t("common.remove", { name })}
          title={t("common.remove", { name })}
          data-testid="agent-delete"
          onClick={() => remove.mutate(agent)}
        >
          <Icon name="trash" />
        </button>
      )}
    </span>
  );
}

function RestoreButton({ agent }: { agent: AgentSummary }) {
  const { t } = useText();
  const restore = useRestoreAgent();
  return (
    <button
      type="button"
      className="button small"
      data-testid="agent-restore"
      onClick={() => restore.mutate(agent.name)}
    >
      {t("tools.restore")}
    </button>
  );
}
