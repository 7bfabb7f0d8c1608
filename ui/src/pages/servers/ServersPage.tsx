import { Suspense, useMemo, useState } from "react";
import { Link } from "wouter";
import type { McpServer } from "../../api/servers";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { chunk } from "../../parts/chunk";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Plain } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { Empty, Failure, Skeleton } from "../../parts/States";
import type { Column } from "../../parts/table/column";
import { DataTable } from "../../parts/table/DataTable";
import { StatePill } from "./StatePill";
import { useServers } from "./use_servers";

const ImportDialog = chunk(() => import("./ImportDialog"));
const IMPORT = "toolwright servers import claude-desktop";

/** The other MCP servers, and what each is doing. */
export default function ServersPage() {
  const { t } = useText();
  const { data, error, refetch } = useServers();
  const [importing, setImporting] = useState(false);
  return (
    <div className="page">
      <PageHead title={t("menu.servers")} about={t("servers.about")}>
        <button
          type="button"
          className="button primary"
          onClick={() => setImporting(true)}
          data-testid="paste-servers"
        >
          <Icon name="plus" />
          {t("servers.import")}
        </button>
      </PageHead>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={4} />}
      {data?.length === 0 && <None />}
      {data !== undefined && data.length > 0 && <ServerTable servers={data} />}
      <Suspense fallback={null}>{importing && <ImportDialog onClose={() => setImporting(false)} />}</Suspense>
    </div>
  );
}

function None() {
  const { t } = useText();
  return (
    <Empty icon="servers" title={t("servers.none")}>
      <p>{t("servers.none_about")}</p>
      <p>
        <code>{IMPORT}</code> <CopyButton text={IMPORT} />
      </p>
    </Empty>
  );
}

function ServerTable({ servers }: { servers: McpServer[] }) {
  const { t } = useText();
  return (
    <DataTable
      label={t("menu.servers")}
      testId="servers"
      className="servers"
      rows={servers}
      rowKey={({ name }) => name}
      attributes={({ state }) => ({ "data-testid": "server", "data-status": state })}
      columns={useColumns()}
    />
  );
}

function useColumns(): Column<McpServer>[] {
  const { t, number } = useText();
  return useMemo(
    () => [
      {
        id: "name",
        label: t("servers.name"),
        cell: ({ name }) => (
          <Link className="row-link" href={`/servers/${encodeURIComponent(name)}`}>
            <Plain text={name} most={80} />
          </Link>
        ),
      },
      {
        id: "state",
        label: t("servers.state"),
        cell: (server) => (
          <>
            <StatePill server={server} />
            {server.held.length > 0 && (
              <span className="pill warning" data-testid="held-count">
                {t("servers.held_count", { count: number(server.held.length) })}
              </span>
            )}
          </>
        ),
      },
      { id: "transport", label: t("servers.transport"), cell: ({ transport }) => <code>{transport}</code> },
      { id: "revision", label: t("servers.revision"), cell: ({ revision }) => revision ?? "–" },
      { id: "tools", label: t("servers.tools"), numeric: true, cell: ({ tools }) => number(tools.length) },
      {
        id: "reason",
        label: t("servers.reason"),
        cell: ({ reason }) => (reason === null ? "–" : <ServerText text={reason} most={200} />),
      },
    ],
    [t, number],
  );
}
