import { useLocation, useSearchParams } from "wouter";
import { ApiError } from "../../api/problem";
import { useText } from "../../i18n/language";
import { NotFound } from "../../parts/NotFound";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { useMayMake } from "../../shell/session";
import { AgentEditor } from "./AgentEditor";
import { ConnectView } from "./ConnectView";
import { ExportView } from "./ExportView";
import { useAgent } from "./use_agents";

/** `/new-agent`, `/agents/NAME`, `/agents/NAME?view=connect`, `/agents/NAME?view=export`. */
export default function AgentPage() {
  const { t } = useText();
  const [path] = useLocation();
  const [search] = useSearchParams();
  const mayMake = useMayMake();
  const isNew = path === "/new-agent";
  const name = isNew ? null : nameInAddress();
  const { data: agent, error, refetch } = useAgent(name);
  if (isNew && !mayMake) return <NotFound icon="access" title={t("common.not_allowed")} />;
  if (isNew) return <AgentEditor key="new" agent={null} />;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (agent === undefined && isMissing)
    return <NotFound title={t("agents.unknown", { name: visible(clip(name ?? "", 80)) })} />;
  if (agent === undefined) return error === null ? <Skeleton /> : <Failure error={error} onRetry={refetch} />;
  if (search.get("view") === "export") return <ExportView agent={agent} />;
  if (search.get("view") === "connect" || !agent.editable) return <ConnectView agent={agent} />;
  return <AgentEditor key={name} agent={agent} isGone={isMissing} />;
}

/** The router's own parameter is decoded twice, which breaks names with `%`. */
function nameInAddress(): string {
  const part = location.pathname.slice("/agents/".length);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
