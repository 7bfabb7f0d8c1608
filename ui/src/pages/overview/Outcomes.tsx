import { Link } from "wouter";
import { queryString } from "../../api/client";
import type { Statistics } from "../../api/statistics";
import { useText } from "../../i18n/language";
import { Outcome } from "../executions/Outcome";

interface Props {
  statistics: Statistics;
  /** What the page is narrowed to. The links keep it. */
  narrowed: { tool: string; caller: string; since: string };
}

/** How calls ended, each with the way to these calls. */
export function Outcomes({ statistics, narrowed }: Props) {
  const { t, number } = useText();
  return (
    <section className="panel">
      <h2>{t("overview.outcomes")}</h2>
      <ul className="outcomes">
        {Object.entries(statistics.outcomes).map(([name, count]) => (
          <li key={name}>
            <Link href={`/executions${queryString({ outcome: name, ...narrowed })}`}>
              <Outcome name={name} /> {number(count)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
