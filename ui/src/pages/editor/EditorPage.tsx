import { useQuery } from "@tanstack/react-query";
import { useLocation, useSearchParams } from "wouter";
import { ApiError } from "../../api/problem";
import { readTool } from "../../api/tools";
import { useText } from "../../i18n/language";
import { NotFound } from "../../parts/NotFound";
import { Failure, Skeleton } from "../../parts/States";
import { clip, visible } from "../../parts/visible";
import { useMayMake } from "../../shell/session";
import { ActivityView } from "./activity/ActivityView";
import { Editor } from "./Editor";
import { emptySpec } from "./spec_values";
import { ToolView } from "./ToolView";
import { VersionsView } from "./versions/VersionsView";

/** `/new`, `/new?from=NAME`, `/tools/NAME`, `/tools/NAME?view=versions`, `/tools/NAME?view=activity`. */
export default function EditorPage() {
  const { t } = useText();
  const [path] = useLocation();
  const [search] = useSearchParams();
  const mayMake = useMayMake();
  const isNew = path === "/new";
  const name = isNew ? search.get("from") : nameInAddress();
  const {
    data: tool,
    error,
    refetch,
  } = useQuery({
    queryKey: ["tool", name],
    queryFn: ({ signal }) => readTool(name ?? "", signal),
    enabled: name !== null,
  });
  if (isNew && !mayMake) return <NotFound icon="access" title={t("common.not_allowed")} />;
  if (isNew && name === null) return <Editor key="new" tool={null} first={emptySpec()} of="new" />;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (tool === undefined && isMissing)
    return <NotFound title={t("tools.unknown", { name: visible(clip(name ?? "", 80)) })} />;
  if (tool === undefined) return error === null ? <Skeleton /> : <Failure error={error} onRetry={refetch} />;
  if (search.get("view") === "activity" && !isNew) return <ActivityView tool={tool} />;
  if (tool.spec === null || !tool.editable) return <ToolView tool={tool} />;
  if (isNew) {
    const copy = { ...tool.spec, name: `${tool.name}_copy` };
    return <Editor key={`copy-${name}`} tool={null} first={copy} of={`copy/${tool.name}`} />;
  }
  if (search.get("view") === "versions") return <VersionsView tool={tool} />;
  return <Editor key={name} tool={tool} first={tool.spec} of={`tool/${tool.name}`} isGone={isMissing} />;
}

/** The router's own parameter is decoded twice, which breaks names with `%`. */
function nameInAddress(): string {
  const part = location.pathname.slice("/tools/".length);
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
