import type { Execution } from "../../api/executions";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";

/** What took how long, as bars on one scale. */
export function Timeline({ parts }: { parts: Execution["timeline"] }) {
  const { t, duration } = useText();
  const end = Math.max(...parts.map((part) => part.start_ms + part.duration_ms), 0.001);
  return (
    <section>
      <h2>{t("executions.timeline")}</h2>
      <ul className="timeline" data-testid="timeline">
        {parts.map(({ name, start_ms, duration_ms }) => (
          <li key={`${name}-${start_ms}`}>
            <span>
              <Plain text={name} most={40} />
            </span>
            <span className="bar-track" aria-hidden="true">
              <span
                className="bar"
                style={{
                  marginLeft: `${(start_ms / end) * 100}%`,
                  width: `${Math.max((duration_ms / end) * 100, 0.5)}%`,
                }}
              />
            </span>
            <span className="number">{duration(duration_ms)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
