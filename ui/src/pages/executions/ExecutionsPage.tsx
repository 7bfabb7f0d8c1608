import { useMemo, useState } from "react";
import { Link, useSearchParams } from "wouter";
import type { ExecutionItem } from "../../api/executions";
import { useText } from "../../i18n/language";
import { Icon } from "../../parts/Icon";
import { PageHead } from "../../parts/PageHead";
import { Plain } from "../../parts/Plain";
import { ScrollRegion } from "../../parts/ScrollRegion";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { Time } from "../../parts/Time";
import { ExecutionFilters } from "./ExecutionFilters";
import { readFilter } from "./filter";
import { Outcome } from "./Outcome";
import { useExecutions } from "./use_executions";

export default function ExecutionsPage() {
  const { t } = useText();
  const [search] = useSearchParams();
  const [live, setLive] = useState(true);
  const filter = useMemo(() => readFilter(search), [search]);
  const { items, data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useExecutions(
    filter,
    live,
  );
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <div className="page">
      <PageHead title={t("menu.executions")} about={t("executions.about")}>
        <button
          type="button"
          className="button"
          aria-pressed={live}
          data-testid="live"
          data-status={live ? "live" : "paused"}
          onClick={() => setLive(!live)}
        >
          <Icon name={live ? "pause" : "playground"} />
          {live ? t("executions.pause") : t("executions.follow")}
        </button>
      </PageHead>
      <ExecutionFilters filter={filter} />
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton lines={10} />}
      {data !== undefined && items.length === 0 && (
        <Empty icon="executions" title={isFiltered ? t("common.nothing_found") : t("executions.none")}>
          {!isFiltered && <p>{t("executions.none_about")}</p>}
        </Empty>
      )}
      {items.length > 0 && <ExecutionTable items={items} />}
      {hasNextPage && (
        <button
          type="button"
          className="button"
          disabled={isFetchingNextPage}
          onClick={() => fetchNextPage()}
          data-testid="load-more"
        >
          {t("executions.older")}
        </button>
      )}
    </div>
  );
}

function ExecutionTable({ items }: { items: ExecutionItem[] }) {
  const { t, duration } = useText();
  return (
    <ScrollRegion label={t("menu.executions")}>
      <table className="data wide-table" data-testid="executions">
        <thead>
          <tr>
            <th scope="col">{t("executions.time")}</th>
            <th scope="col">{t("executions.tool")}</th>
            <th scope="col">{t("executions.outcome")}</th>
            <th scope="col" className="number">
              {t("executions.elapsed")}
            </th>
            <th scope="col">{t("executions.caller")}</th>
            <th scope="col">{t("executions.client")}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id} data-testid="execution" data-status={item.outcome}>
              <td>
                <Link href={`/executions/${encodeURIComponent(item.id)}`}>
                  <Time at={item.at} />
                </Link>
              </td>
              <td>
                <Plain text={item.tool} most={80} />
                {item.test && <span className="pill">{t("executions.test")}</span>}
              </td>
              <td>
                <Outcome name={item.outcome} />
              </td>
              <td className="number">{duration(item.elapsed_ms)}</td>
              <td>
                <Plain text={item.caller ?? "–"} most={60} />
              </td>
              <td>
                <Plain text={item.agent ?? item.client ?? "–"} most={60} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
