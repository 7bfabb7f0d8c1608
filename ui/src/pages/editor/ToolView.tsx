import { useMutation } from "@tanstack/react-query";
import { type Tool, testTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { PageHead } from "../../parts/PageHead";
import { PlainBlock } from "../../parts/Plain";
import { Failure } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { ResultView } from "../../run/ResultView";
import { RunForm } from "../../run/RunForm";

/** A tool that cannot be changed here: compiled in, from another server, or somebody else's. */
export function ToolView({ tool }: { tool: Tool }) {
  const { t } = useText();
  const run = useMutation({ mutationFn: (args: Record<string, unknown>) => testTool(tool.name, args) });
  return (
    <div className="page">
      <PageHead title={visible(clip(tool.name, 80))} about={t(`origin_about.${tool.origin}`)} />
      {tool.problem !== null && <Failure error={new Error(tool.problem)} />}
      <div className="two-columns">
        <div>
          <PlainBlock text={tool.description} most={2000} />
          <RunForm
            schema={tool.definition.inputSchema}
            memory={tool.name}
            busy={run.isPending}
            label={t("run.test")}
            onRun={(args) => run.mutate(args)}
          />
          {run.error !== null && <Failure error={run.error} />}
          {run.data !== undefined && <ResultView result={run.data} />}
        </div>
        <aside className="panel">
          <h2>{t("editor.agent_sees")}</h2>
          <PlainBlock text={JSON.stringify(tool.definition, null, 2)} />
        </aside>
      </div>
    </div>
  );
}
