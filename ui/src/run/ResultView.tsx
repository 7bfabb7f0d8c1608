import { Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { Link } from "wouter";
import { OUTCOMES, type ToolExecutionResult } from "../api/executions";
import { useText } from "../i18n/language";
import { PlainBlock } from "../parts/Plain";
import { ServerText } from "../parts/ServerText";
import { ContentBlocks } from "./ContentBlocks";
import { ResultTable } from "./ResultTable";
import { tabular } from "./tabular";

/** The result of a run: as table, JSON, text or picture, and as an agent receives it. */
export function ResultView({ result }: { result: ToolExecutionResult }) {
  const { t, duration } = useText();
  return (
    <section
      className="result"
      data-testid="result"
      data-status={result.success ? "ok" : "error"}
      aria-live="polite"
    >
      <header className="result-head">
        <span className={result.success ? "pill ok" : "pill error"}>
          {result.success
            ? t("outcome.ok")
            : t(`outcome.${OUTCOMES.find((one) => one === result.error_kind) ?? "failed"}`)}
        </span>
        <span data-testid="elapsed">{duration(result.elapsed * 1000)}</span>
        {result.execution_id !== null && (
          <Link href={`/executions/${encodeURIComponent(result.execution_id)}`}>{t("run.execution")}</Link>
        )}
      </header>
      {result.error !== null && (
        <p className="error-line" data-testid="result-error">
          <ServerText text={result.error} most={4000} />
        </p>
      )}
      <ResultTabs result={result} />
    </section>
  );
}

function ResultTabs({ result }: { result: ToolExecutionResult }) {
  const { t } = useText();
  const table = tabular(result.result);
  const pictures = result.content.filter((block) => block.type === "image");
  const text = typeof result.result === "string" ? result.result : null;
  const views = [
    pictures.length > 0 && {
      id: "picture",
      label: t("result.picture"),
      body: <ContentBlocks blocks={pictures} />,
    },
    table !== null && { id: "table", label: t("result.table"), body: <ResultTable table={table} /> },
    text !== null && { id: "text", label: t("result.text"), body: <PlainBlock text={text} /> },
    {
      id: "json",
      label: "JSON",
      body: <PlainBlock text={JSON.stringify(result.result, null, 2) ?? "null"} />,
    },
    { id: "agent", label: t("result.agent"), body: <ContentBlocks blocks={result.content} /> },
  ].filter((view) => view !== false);
  return (
    <Tabs className="tabs" key={views[0]?.id}>
      <TabList aria-label={t("result.views")} className="tab-list">
        {views.map(({ id, label }) => (
          <Tab key={id} id={id} className="tab" data-testid={`result-${id}`}>
            {label}
          </Tab>
        ))}
      </TabList>
      {views.map(({ id, body }) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {body}
        </TabPanel>
      ))}
    </Tabs>
  );
}
