import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ExecutionFilter, type ExecutionItem, listExecutions } from "../../api/executions";
import { newestExecution } from "../../shell/live";
import { matches, withNewest } from "./filter";

const MOST_LIVE = 500;

/** The stored executions by page, and before them those that arrive while the page is open. */
export function useExecutions(filter: ExecutionFilter, live: boolean) {
  const [arrived, setArrived] = useState<ExecutionItem[]>([]);
  const key = JSON.stringify(filter);
  const stored = useInfiniteQuery({
    queryKey: ["executions", key],
    queryFn: ({ pageParam, signal }) => listExecutions(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter begins with an empty list
  useEffect(() => setArrived([]), [key]);

  useEffect(() => {
    if (!live) return;
    const wanted = JSON.parse(key) as ExecutionFilter;
    // Many calls a second are shown together, one frame at a time.
    let waiting: ExecutionItem[] = [];
    let frame = 0;
    function show() {
      frame = 0;
      const batch = waiting;
      waiting = [];
      setArrived((old) => batch.reduce((items, item) => withNewest(items, item, MOST_LIVE), old));
    }
    const stop = newestExecution.subscribe(() => {
      const item = newestExecution.get();
      if (item === null || !matches(item, wanted)) return;
      waiting.push(item);
      frame ||= requestAnimationFrame(show);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [live, key]);

  const pages = stored.data?.pages.flatMap((page) => page.items) ?? [];
  const seen = new Set(arrived.map((one) => one.id));
  return { ...stored, items: [...arrived, ...pages.filter((one) => !seen.has(one.id))] };
}
