import { useQuery } from "@tanstack/react-query";
import { type Agent, type AgentExport, exportAgent } from "../../api/agents";
import { useText } from "../../i18n/language";
import { CopyButton } from "../../parts/CopyButton";
import { PageHead } from "../../parts/PageHead";
import { Plain, PlainBlock } from "../../parts/Plain";
import { ServerText } from "../../parts/ServerText";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { AgentViews } from "./AgentViews";

/** What the API of the provider wants, to run the agent elsewhere. */
export function ExportView({ agent }: { agent: Agent }) {
  const { t } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["agent", agent.name, "export", agent.revision],
    queryFn: () => exportAgent(agent.name),
  });
  const title = `${visible(clip(agent.name, 80))}: ${t("agent_view.export")}`;
  return (
    <div className="page">
      <PageHead
        title={title}
        about={t("agents.export_about", { provider: t(`provider.${agent.model_provider}`) })}
      >
        <AgentViews agent={agent} here="export" />
      </PageHead>
      {error !== null && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={8} />}
      {data !== undefined && <Exported of={data} />}
    </div>
  );
}

function Exported({ of: { request, problems, renamed, memory_config } }: { of: AgentExport }) {
  const { t } = useText();
  const text = JSON.stringify(request, null, 2);
  const others = Object.entries(renamed);
  return (
    <>
      {problems.length > 0 && (
        <div className="callout error" role="status" data-testid="export-problems">
          <ul>
            {problems.map((problem) => (
              <li key={problem}>
                <ServerText text={problem} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {others.length > 0 && (
        <section data-testid="export-renamed">
          <h2>{t("agents.renamed")}</h2>
          <p className="hint">{t("agents.renamed_about")}</p>
          <ul>
            {others.map(([name, before]) => (
              <li key={name}>
                <code>
                  <Plain text={before} most={80} />
                </code>{" "}
                →{" "}
                <code>
                  <Plain text={name} most={80} />
                </code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section data-testid="export-request">
        <header className="result-head">
          <h2>{t("agents.request")}</h2>
          <CopyButton text={text} />
        </header>
        <PlainBlock text={text} />
      </section>
      {memory_config != null && (
        <section>
          <h2>{t("agents.memory")}</h2>
          <PlainBlock text={JSON.stringify(memory_config, null, 2)} />
        </section>
      )}
    </>
  );
}
