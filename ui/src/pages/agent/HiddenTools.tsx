import { Link } from "wouter";
import type { ToolSummary } from "../../api/tools";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { DataTable } from "../../parts/table/DataTable";
import type { Reason } from "./view";

/** The tools that this user sees and the caller does not, each with the reason. */
export function HiddenTools({ tools }: { tools: { tool: ToolSummary; reason: Reason }[] }) {
  const { t } = useText();
  if (tools.length === 0) return null;
  return (
    <section>
      <h2>{t("agent.hidden")}</h2>
      <DataTable
        label={t("agent.hidden")}
        testId="agent-hidden"
        className="agent"
        rows={tools}
        rowKey={({ tool }) => tool.name}
        attributes={({ reason }) => ({ "data-testid": "hidden-tool", "data-status": reason })}
        columns={[
          {
            id: "name",
            label: t("tools.name"),
            cell: ({ tool }) => (
              <Link href={`/tools/${encodeURIComponent(tool.name)}`}>
                <Plain text={tool.name} most={80} />
              </Link>
            ),
          },
          { id: "reason", label: t("agent.why"), cell: ({ reason }) => t(`hidden.${reason}`) },
        ]}
      />
    </section>
  );
}
