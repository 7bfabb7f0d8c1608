import { type InfiniteData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Page } from "../../api/client";
import { type ExecutionFilter, type ExecutionItem, listExecutions } from "../../api/executions";
import { useSignal } from "../../parts/use_signal";
import { missedExecutions } from "../../shell/live";
import { useArrivals } from "./use_arrivals";

/** With more arrivals than this the list is read again from its beginning. */
const MAX_ARRIVED = 1000;

type Pages = InfiniteData<Page<ExecutionItem>>;

/**
 * The stored executions by page, and before them those that arrive while the page is open.
 *
 * Whatever may have been missed (a pause, a lost connection, too many arrivals) is read from the server again, so that
 * the list has no holes. Until that has worked, `hasGap` is true.
 */
export function useExecutions(filter: ExecutionFilter, isHeld: boolean) {
  const queries = useQueryClient();
  const key = JSON.stringify(filter);
  const queryKey = useMemo(() => ["executions", key], [key]);
  const stored = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => listExecutions(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });
  const [hasGap, setHasGap] = useState(false);
  const catching = useRef<() => void>(() => undefined);
  const arrivals = useArrivals(key, isHeld, () => catching.current());

  const catchUp = useCallback(
    async (pages?: number) => {
      const keep = arrivals.mark();
      if (pages !== undefined) queries.setQueryData<Pages>(queryKey, (data) => data && first(data, pages));
      const { isError } = await stored.refetch({ cancelRefetch: true });
      setHasGap(isError);
      if (!isError) keep();
    },
    [queries, queryKey, stored.refetch, arrivals.mark],
  );
  catching.current = () => void catchUp();

  const missed = useSignal(missedExecutions);
  const handled = useRef({ missed, wasHeld: false });
  useEffect(() => {
    const before = handled.current;
    if (isHeld) before.wasHeld = true;
    if (isHeld || (before.missed === missed && !before.wasHeld)) return;
    handled.current = { missed, wasHeld: false };
    void catchUp(before.wasHeld ? 1 : undefined);
  }, [missed, isHeld, catchUp]);
  useEffect(() => {
    if (arrivals.items.length > MAX_ARRIVED && !stored.isFetching) void catchUp(1);
  }, [arrivals.items.length, stored.isFetching, catchUp]);

  const items = useMemo(() => together(arrivals.items, stored.data), [arrivals.items, stored.data]);
  return { ...stored, items, held: arrivals.held, hasGap, catchUp };
}

function first(data: Pages, count: number): Pages {
  return { pages: data.pages.slice(0, count), pageParams: data.pageParams.slice(0, count) };
}

function together(arrived: ExecutionItem[], stored: Pages | undefined): ExecutionItem[] {
  const seen = new Set(arrived.map(({ id }) => id));
  const pages = stored?.pages.flatMap((page) => page.items) ?? [];
  return [...arrived, ...pages.filter(({ id }) => !seen.has(id))];
}
