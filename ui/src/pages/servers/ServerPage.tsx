import type { ReactNode } from "react";
import { Link } from "wouter";
import type { McpServer } from "../../api/servers";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { Countdown } from "../../parts/Countdown";
import { NotFound } from "../../parts/NotFound";
import { PageHead } from "../../parts/PageHead";
import { Plain, PlainBlock } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { HeldChanges } from "./HeldChanges";
import { ConnectionTest, ServerActions } from "./ServerActions";
import { ServerLogin } from "./ServerLogin";
import { StatePill } from "./StatePill";
import { useServers } from "./use_servers";

/** One other MCP server. */
export default function ServerPage() {
  const { t } = useText();
  const name = decodeURIComponent(location.pathname.slice("/servers/".length));
  const { data, error, refetch } = useServers();
  if (data === undefined) return error === null ? <Skeleton /> : <Failure error={error} onRetry={refetch} />;
  const server = data.find((one) => one.name === name);
  if (server === undefined)
    return <NotFound title={t("servers.unknown", { name: visible(clip(name, 80)) })} />;
  return <Details server={server} />;
}

function Details({ server }: { server: McpServer }) {
  const { t } = useText();
  return (
    <div className="page">
      <PageHead title={visible(clip(server.name, 80))}>
        <StatePill server={server} />
        <ServerActions server={server} />
        <Link className="button small" href="/servers">
          {t("servers.list")}
        </Link>
      </PageHead>
      {server.reason !== null && (
        <div
          className={`callout ${server.state === "stopped" ? "error" : "note"}`}
          data-testid="server-reason"
        >
          <ServerText text={server.reason} most={2000} />
          <LoginCommand reason={server.reason} />
        </div>
      )}
      <Facts server={server} />
      {server.held.length > 0 && <HeldChanges server={server} />}
      <Problems problems={server.problems} />
      <Tools names={server.tools} />
      <ConnectionTest server={server} />
      {server.transport !== "stdio" && <ServerLogin server={server} />}
      <Entry server={server} />
      {server.last_lines.length > 0 && (
        <section data-testid="last-lines">
          <h2>{t("servers.lines")}</h2>
          <PlainBlock text={server.last_lines.join("\n")} />
        </section>
      )}
    </div>
  );
}

/** How the server names the command that logs in. */
const LOGIN = /`(toolwright servers login [^`]+)`/;

/** A login opens a browser on the machine of the server, so it is a command there. */
function LoginCommand({ reason }: { reason: string }) {
  const { t } = useText();
  const command = LOGIN.exec(reason)?.[1];
  return command === undefined ? null : <CopyButton text={command} label={t("servers.copy_login")} />;
}

function Facts({ server }: { server: McpServer }) {
  const { t, number } = useText();
  const { era, next_attempt, revision } = server;
  const eraText = era === null ? "" : ` (${era === "modern" ? t("era.2026-07-28") : t("era.2025-11-25")})`;
  const facts: [string, ReactNode][] = [
    [t("servers.transport"), <code key="transport">{server.transport}</code>],
    [t("servers.revision"), `${revision ?? "–"}${eraText}`],
    [t("servers.tools"), number(server.tools.length)],
    [t("servers.resources"), number(server.resources)],
    [t("servers.prompts"), number(server.prompts)],
  ];
  if (server.attempts > 0) facts.push([t("servers.attempts"), number(server.attempts)]);
  if (next_attempt !== null)
    facts.push([t("servers.next_attempt"), <Countdown key="next" until={next_attempt} />]);
  return (
    <dl className="facts" data-testid="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Definitions that are left out, and descriptions that look as if they were meant to mislead a model. */
function Problems({ problems }: { problems: string[] }) {
  const { t } = useText();
  if (problems.length === 0) return null;
  return (
    <section data-testid="server-problems">
      <h2>{t("servers.problems")}</h2>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>
            <ServerText text={problem} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Tools({ names }: { names: string[] }) {
  const { t } = useText();
  return (
    <section>
      <h2>{t("servers.tools")}</h2>
      {names.length === 0 && <p className="hint">{t("servers.no_tools")}</p>}
      <ul className="names" data-testid="server-tools">
        {names.map((name) => (
          <li key={name}>
            <Link href={`/tools/${encodeURIComponent(name)}`}>
              <code>
                <Plain text={name} most={80} />
              </code>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The entry in `mcp.json`, with credentials masked. */
function Entry({ server: { config, has_sealed } }: { server: McpServer }) {
  const { t } = useText();
  return (
    <section data-testid="server-entry">
      <h2>{t("servers.address")}</h2>
      <PlainBlock text={JSON.stringify(config, null, 2)} />
      {has_sealed && <p className="hint">{t("servers.sealed")}</p>}
    </section>
  );
}
