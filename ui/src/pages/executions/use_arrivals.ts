import { useCallback, useEffect, useRef, useState } from "react";
import type { ExecutionFilter, ExecutionItem } from "../../api/executions";
import { newestExecution } from "../../shell/live";
import { matches, withNewest } from "./filter";

/** Many calls a second are shown together. */
const SHOW_EVERY = 500;
/** How often a search is repeated while calls arrive. */
const SEARCH_EVERY = 2000;

export interface Arrivals {
  /** Those that arrived since the stored ones were read, newest first. */
  items: ExecutionItem[];
  /** How many arrived while the list was held. */
  held: number;
  /** Keeps only what arrived after the returned function was made. */
  mark(): () => void;
}

/** Collects the executions that the server announces. While `isHeld`, they are only counted. */
export function useArrivals(key: string, isHeld: boolean, onUnsure: () => void): Arrivals {
  const [items, setItems] = useState<ExecutionItem[]>([]);
  const [held, setHeld] = useState(0);
  const isHeldNow = useRef(isHeld);
  isHeldNow.current = isHeld;
  const unsure = useRef(onUnsure);
  unsure.current = onUnsure;
  const marks = useRef(new Set<ExecutionItem[]>());

  useEffect(() => {
    const filter = JSON.parse(key) as ExecutionFilter;
    setItems([]);
    setHeld(0);
    let waiting: ExecutionItem[] = [];
    const show = throttled(SHOW_EVERY, () => {
      const batch = waiting;
      waiting = [];
      if (isHeldNow.current) setHeld((count) => count + batch.length);
      else setItems((old) => withNewest(old, batch));
    });
    const search = throttled(SEARCH_EVERY, () => !isHeldNow.current && unsure.current());
    const stop = newestExecution.subscribe(() => {
      const item = newestExecution.get();
      const fits = item === null ? false : matches(item, filter);
      if (fits === null) search.run();
      if (item === null || fits !== true) return;
      waiting.push(item);
      for (const mark of marks.current) mark.push(item);
      show.run();
    });
    return () => {
      stop();
      show.cancel();
      search.cancel();
    };
  }, [key]);

  const mark = useCallback(() => {
    const since: ExecutionItem[] = [];
    marks.current.add(since);
    return () => {
      marks.current.delete(since);
      setItems(withNewest([], since));
      setHeld(0);
    };
  }, []);
  return { items, held, mark };
}

/** Runs an action at most once in `delay` milliseconds. */
function throttled(delay: number, action: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    run() {
      timer ??= setTimeout(() => {
        timer = undefined;
        action();
      }, delay);
    },
    cancel: () => clearTimeout(timer),
  };
}
