import { get } from "./client";

export interface Bucket {
  at: string;
  calls: number;
  errors: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
  overhead_p50_ms: number | null;
}

export interface ToolStatistics {
  tool: string;
  calls: number;
  errors: number;
  p50_ms: number | null;
  p95_ms: number | null;
  p99_ms: number | null;
}

export interface Statistics {
  buckets: Bucket[];
  tools: ToolStatistics[];
  callers: { caller: string; calls: number; errors: number }[];
  outcomes: Record<string, number>;
  running: number;
  queued: number;
  limits?: { name: string; used: number; most: number }[];
}

export interface StatisticsQuery {
  since: string;
  until: string;
  bucket: "minute" | "hour" | "day";
  tool?: string;
  caller?: string;
}

export const readStatistics = (query: StatisticsQuery): Promise<Statistics> =>
  get("statistics", { ...query });
