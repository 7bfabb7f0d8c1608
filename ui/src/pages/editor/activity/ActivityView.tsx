import { Link } from "wouter";
import type { Tool } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { CopyButton } from "../../../parts/CopyButton";
import { PageHead } from "../../../parts/PageHead";
import { PlainBlock } from "../../../parts/Plain";
import { Sparkline } from "../../../parts/Sparkline";
import { clip, visible } from "../../../parts/visible";
import { useSession } from "../../../shell/session";
import { curlCall, exampleArguments, mcpCall } from "./call_snippet";
import { LastRuns } from "./LastRuns";
import { TestCases } from "./TestCases";

/** What a tool did, what it is tested with, and how it is called. */
export function ActivityView({ tool }: { tool: Tool }) {
  const { t } = useText();
  const address = `/tools/${encodeURIComponent(tool.name)}`;
  return (
    <div className="page">
      <PageHead title={`${visible(clip(tool.name, 80))}: ${t("activity.title")}`}>
        <CopyButton text={location.origin + address} label={t("activity.copy_link")} />
        <Link className="button" href={address}>
          {t(tool.editable ? "common.edit" : "common.view")}
        </Link>
      </PageHead>
      <LastDay tool={tool} />
      <div className="two-columns even">
        <div>
          <LastRuns name={tool.name} />
          {tool.spec !== null && <TestCases tool={tool} />}
        </div>
        <Snippets tool={tool} />
      </div>
    </div>
  );
}

function LastDay({ tool }: { tool: Tool }) {
  const { t, number, percent, duration } = useText();
  const { calls, errors, p50_ms, buckets } = tool.statistics;
  return (
    <dl className="totals" data-testid="last-day">
      <div>
        <dt>{t("tools.calls")}</dt>
        <dd>
          {number(calls)}{" "}
          {calls > 0 && (
            <Sparkline values={buckets} label={t("tools.calls_label", { calls: number(calls) })} />
          )}
        </dd>
      </div>
      <div>
        <dt>{t("tools.errors")}</dt>
        <dd>{percent(errors, calls)}</dd>
      </div>
      <div>
        <dt>{t("overview.typical")}</dt>
        <dd>{duration(p50_ms)}</dd>
      </div>
    </dl>
  );
}

function Snippets({ tool }: { tool: Tool }) {
  const { t } = useText();
  const session = useSession();
  const args = exampleArguments(tool.definition.inputSchema);
  const snippets = {
    curl: curlCall(location.origin, tool.name, args, session.auth !== "none"),
    mcp: mcpCall(tool.name, args),
  };
  return (
    <section>
      <h2>{t("activity.snippets")}</h2>
      {(["curl", "mcp"] as const).map((id) => (
        <div key={id} data-testid={`snippet-${id}`}>
          <p className="result-head">
            <span>{t(`activity.${id}`)}</span>
            <CopyButton text={snippets[id]} />
          </p>
          <PlainBlock text={snippets[id]} />
        </div>
      ))}
    </section>
  );
}
