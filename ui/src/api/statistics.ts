import type { Answer } from "./answer";
import { get } from "./client";

export type Statistics = Answer<"Statistics">;
export type Bucket = Answer<"BucketView">;
export type ToolStatistics = Answer<"ToolCount">;

export interface StatisticsQuery {
  since: string;
  until: string;
  bucket: "minute" | "hour" | "day";
  tool?: string;
  caller?: string;
}

export const readStatistics = (query: StatisticsQuery): Promise<Statistics> =>
  get("statistics", { ...query });
