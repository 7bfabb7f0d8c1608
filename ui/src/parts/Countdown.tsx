import { useNow } from "./use_now";

/** The time that is left, as 9:58. */
export function Countdown({ until }: { until: string }) {
  const now = useNow(1000);
  const left = Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));
  const seconds = String(left % 60).padStart(2, "0");
  return (
    <time dateTime={until} className="countdown" data-testid="countdown">
      {Math.floor(left / 60)}:{seconds}
    </time>
  );
}
