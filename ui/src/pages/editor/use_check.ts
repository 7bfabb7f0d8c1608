import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type CheckResult, checkTool, type ToolSpec } from "../../api/tools";
import { useDebounced } from "../../parts/use_debounced";

const PAUSE = 350;

/** What the server says about the spec, asked when typing rests. The editor never waits for it. */
export function useCheck(spec: ToolSpec): CheckResult | undefined {
  const rested = useDebounced(spec, PAUSE);
  const { data } = useQuery({
    queryKey: ["check", rested],
    queryFn: ({ signal }) => checkTool(rested, signal),
    placeholderData: keepPreviousData,
    gcTime: 0,
    staleTime: 60_000,
    retry: false,
  });
  return data;
}
