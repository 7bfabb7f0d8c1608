import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readStatistics } from "../../api/statistics";
import { listTools } from "../../api/tools";
import { queryOf } from "../overview/period";

/** The names of tools, and of those who called in the last week. */
export function useNames(): { tool: string[]; caller: string[] } {
  const tools = useQuery({
    queryKey: ["tools"],
    queryFn: ({ signal }) => listTools(signal),
    staleTime: 60_000,
  });
  const statistics = useQuery({
    queryKey: ["callers"],
    queryFn: () => readStatistics({ ...queryOf("week", Date.now(), "", ""), bucket: "day" }),
    staleTime: 60_000,
  });
  return useMemo(
    () => ({
      tool: (tools.data ?? []).map(({ name }) => name),
      caller: (statistics.data?.callers ?? []).map(({ caller }) => caller).filter((name) => name !== ""),
    }),
    [tools.data, statistics.data],
  );
}
