import { useText } from "../i18n/language";
import { useNow } from "./use_now";

const MINUTE = 60_000;

/** How long ago something was, kept up to date; the exact time on hover. */
export function Time({ at }: { at: string | null }) {
  return at === null ? <span>–</span> : <Ago at={at} />;
}

function Ago({ at }: { at: string }) {
  const { ago, time } = useText();
  const isRecent = Math.abs(Date.now() - Date.parse(at)) < 2 * MINUTE;
  useNow(isRecent ? 1000 : MINUTE);
  return (
    <time dateTime={at} title={time(at)}>
      {ago(at)}
    </time>
  );
}
