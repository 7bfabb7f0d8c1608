import { Link } from "wouter";
import type { Agent } from "../../api/agents";
import { useText } from "../../i18n/language";

export type View = "edit" | "connect" | "export";

/** The ways to the other views of an agent. */
export function AgentViews({ agent, here }: { agent: Agent; here: View }) {
  const { t } = useText();
  const views: View[] = agent.editable ? ["edit", "connect", "export"] : ["connect", "export"];
  const address = `/agents/${encodeURIComponent(agent.name)}`;
  return views
    .filter((view) => view !== here)
    .map((view) => (
      <Link
        key={view}
        className="button"
        href={view === "edit" ? address : `${address}?view=${view}`}
        data-testid={`open-${view}`}
      >
        {t(`agent_view.${view}`)}
      </Link>
    ));
}
