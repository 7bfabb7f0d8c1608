import type { StatisticsQuery } from "../../api/statistics";

export const PERIODS = ["hour", "day", "week", "month"] as const;
export type Period = (typeof PERIODS)[number];

const HOUR = 3_600_000;
const LENGTH: Record<Period, number> = { hour: HOUR, day: 24 * HOUR, week: 168 * HOUR, month: 720 * HOUR };
const BUCKET: Record<Period, StatisticsQuery["bucket"]> = {
  hour: "minute",
  day: "hour",
  week: "hour",
  month: "day",
};

/** When a period began, in whole minutes. */
export function sinceOf(period: Period): string {
  return queryOf(period, Date.now(), "", "").since;
}

/** The query for the last hour, day, week or month, up to the full minute. */
export function queryOf(period: Period, now: number, tool: string, caller: string): StatisticsQuery {
  const until = Math.ceil(now / 60_000) * 60_000;
  return {
    since: new Date(until - LENGTH[period]).toISOString(),
    until: new Date(until).toISOString(),
    bucket: BUCKET[period],
    tool: tool || undefined,
    caller: caller || undefined,
  };
}
