import { useText } from "../i18n/language";

/** How long ago something was; the exact time on hover. */
export function Time({ at }: { at: string | null }) {
  const { ago, time } = useText();
  if (at === null) return <span>–</span>;
  return (
    <time dateTime={at} title={time(at)}>
      {ago(at)}
    </time>
  );
}
