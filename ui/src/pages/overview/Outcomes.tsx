import { Link } from "wouter";
import type { Statistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { Outcome } from "../executions/Outcome";

/** How calls ended. */
export function Outcomes({ statistics }: { statistics: Statistics }) {
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
    </section>
  );
}
