import { Link } from "wouter";
import { type Tool, testTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { PlainBlock } from "../../parts/Plain";
import { Failure } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { TestRun } from "../../run/TestRun";

/** A tool that cannot be changed here: compiled in, from another server, or somebody else's. */
export function ToolView({ tool }: { tool: Tool }) {
  const { t } = useText();
  return (
    <div className="page">
      <PageHead title={visible(clip(tool.name, 80))} about={t(`origin_about.${tool.origin}`)}>
        <Link
          className="button"
          href={`/tools/${encodeURIComponent(tool.name)}?view=activity`}
          data-testid="open-activity"
        >
          {t("activity.title")}
        </Link>
      </PageHead>
      {tool.problem !== null && <Failure error={new Error(tool.problem)} />}
      <div className="two-columns">
        <div>
          <PlainBlock text={tool.description} most={2000} />
          <TestRun
            schema={tool.definition.inputSchema}
            memory={tool.name}
            run={(args) => testTool(tool.name, args)}
          />
        </div>
        <aside className="panel">
          <h2>{t("editor.agent_sees")}</h2>
          <PlainBlock text={JSON.stringify(tool.definition, null, 2)} />
        </aside>
      </div>
    </div>
  );
}
