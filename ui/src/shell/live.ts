import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { followEvents, type Topic } from "../api/events";
import type { ExecutionItem } from "../api/executions";
import { signal } from "../api/signal";

/** The newest execution that the server has announced. */
export const newestExecution = signal<ExecutionItem | null>(null);

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
        onEvent: (topic, data) => {
          if (topic === "execution") newestExecution.set(data as ExecutionItem);
          else refresh(queries, QUERIES[topic]);
        },
        onResume: () => void queries.invalidateQueries(),
      }),
    [queries],
  );
}

function refresh(queries: QueryClient, names: string[]): void {
  for (const name of names) void queries.invalidateQueries({ queryKey: [name] });
}
