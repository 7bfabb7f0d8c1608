import { Link } from "wouter";
import type { Statistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { Outcome } from "../executions/Outcome";

/** How full the limits are, and how calls ended. */
export function Limits({ statistics }: { statistics: Statistics }) {
  const { t, number } = useText();
  return (
    <section className="panel">
      <h2>{t("overview.outcomes")}</h2>
      <ul className="outcomes">
        {Object.entries(statistics.outcomes).map(([name, count]) => (
          <li key={name}>
            <Link href={`/executions?outcome=${encodeURIComponent(name)}`}>
              <Outcome name={name} /> {number(count)}
            </Link>
          </li>
        ))}
      </ul>
      {(statistics.limits ?? []).map(({ name, used, most }) => (
        <div key={name} className="limit">
          <span>
            <Plain text={name} most={60} />
          </span>
          <meter min={0} max={most} high={most * 0.8} value={used} aria-label={name} />
          <span className="number">
            {number(used)} / {number(most)}
          </span>
        </div>
      ))}
    </section>
  );
}
