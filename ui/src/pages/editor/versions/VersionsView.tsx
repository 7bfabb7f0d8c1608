import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { saidBy } from "../../../api/problem";
import { listVersions, rollBack, type Tool } from "../../../api/tools";
import { Diff } from "../../../code/LazyCode";
import { useText } from "../../../i18n/language";
import { Button } from "../../../parts/Button";
import { PageHead } from "../../../parts/PageHead";
import { Plain } from "../../../parts/Plain";
import { Failure, Skeleton } from "../../../parts/States";
import { Time } from "../../../parts/Time";
import { toast } from "../../../parts/toast";
import { clip, visible } from "../../../parts/visible";
import { specText } from "../spec_text";

const CHANGES: string[] = [
  "added",
  "updated",
  "removed",
  "restored",
  "rolled_back",
  "found",
] satisfies Change[];
type Change = "added" | "updated" | "removed" | "restored" | "rolled_back" | "found";

/** The versions of a tool, compared with the newest; the chosen one is in the address. */
export function VersionsView({ tool }: { tool: Tool }) {
  const { t } = useText();
  const [search, setSearch] = useSearchParams();
  const { data, error, refetch } = useQuery({
    queryKey: ["versions", tool.name],
    queryFn: () => listVersions(tool.name),
  });
  const back = useRollBack(tool.name);
  if (data === undefined) return error === null ? <Skeleton /> : <Failure error={error} onRetry={refetch} />;
  const newest = data[0];
  const chosen = data.find(({ version }) => String(version) === search.get("version")) ?? data[1] ?? newest;
  return (
    <div className="page">
      <PageHead title={`${visible(clip(tool.name, 80))}: ${t("versions.title")}`}>
        <Link className="button" href={`/tools/${encodeURIComponent(tool.name)}`}>
          {t("common.edit")}
        </Link>
      </PageHead>
      <div className="versions">
        <ul className="version-list" aria-label={t("versions.title")}>
          {data.map(({ version, at, by, change }) => (
            <li key={version}>
              <button
                type="button"
                aria-current={version === chosen?.version ? "true" : undefined}
                data-testid="version"
                onClick={() => setSearch({ view: "versions", version: String(version) })}
              >
                <strong>{t("versions.number", { version })}</strong>{" "}
                <span>{CHANGES.includes(change) ? t(`change.${change as Change}`) : change}</span>
                <small>
                  <Time at={at} /> · <Plain text={by ?? "–"} most={40} />
                </small>
              </button>
            </li>
          ))}
        </ul>
        {chosen !== undefined && newest !== undefined && (
          <div>
            <header className="result-head">
              <h2>
                {t("versions.number", { version: chosen.version })} →{" "}
                {t("versions.number", { version: newest.version })}
              </h2>
              <Button
                className="button"
                unavailable={chosen === newest || back.isPending}
                data-testid="roll-back"
                onClick={() => back.mutate(chosen.version)}
              >
                {t("versions.bring_back", { version: chosen.version })}
              </Button>
            </header>
            <Diff
              before={specText(chosen.spec)}
              after={specText(newest.spec)}
              beforeLabel={t("versions.number", { version: chosen.version })}
              afterLabel={t("versions.number", { version: newest.version })}
            />
          </div>
        )}
      </div>
    </div>
  );
}

function useRollBack(name: string) {
  const { t } = useText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (version: number) => rollBack(name, version),
    onSuccess: (tool, version) => {
      queries.setQueryData(["tool", name], tool);
      toast(t("versions.brought_back", { version }));
    },
    onError: (error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["versions", name] }),
  });
}
