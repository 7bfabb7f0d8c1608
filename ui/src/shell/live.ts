import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followEvents, type Topic } from "../api/events";
import type { ExecutionItem } from "../api/executions";
import { signal } from "../api/signal";

/** The newest execution that the server has announced. */
export const newestExecution = signal<ExecutionItem | null>(null);

/** Counts the times at which announcements may have been missed: the stream was opened, or fell behind. */
export const missedExecutions = signal(0);

const QUERIES: Record<Exclude<Topic, "execution">, string[]> = {
  registry: ["tools", "tool", "versions"],
  health: ["health"],
  question: ["questions"],
};

/** Keeps what is shown up to date with the server's events. */
export function useLive(): void {
  const queries = useQueryClient();
  useEffect(
    () =>
      followEvents({
        onEvent: (topic, data) => receive(queries, topic, data),
        onOpen: (again) => {
          if (again)
            void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "executions" });
          missed();
        },
      }),
    [queries],
  );
}

function receive(queries: QueryClient, topic: Topic, data: unknown): void {
  if (topic === "execution") {
    newestExecution.set(data as ExecutionItem);
    return;
  }
  // A listener that fell behind is told of revision 0.
  if (topic === "registry" && (data as { revision?: string } | null)?.revision === "0") missed();
  for (const name of QUERIES[topic]) void queries.invalidateQueries({ queryKey: [name] });
}

function missed(): void {
  missedExecutions.set(missedExecutions.get() + 1);
}
