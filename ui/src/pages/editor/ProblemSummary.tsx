import { useSearchParams } from "wouter";
import type { Problem } from "../../api/problem";
import { useText } from "../../i18n/language";
import { ServerText } from "../../parts/ServerText";
import { stepOf } from "./problems";

/** Everything that keeps the tool from being saved, each with the way to its step. */
export function ProblemSummary({ problems }: { problems: Problem[] }) {
  const { t } = useText();
  const [, setSearch] = useSearchParams();
  if (problems.length === 0) return null;
  return (
    <div className="callout error" data-testid="problem-summary">
      <ul>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
          <li key={index}>
            <button type="button" className="link" onClick={() => setSearch({ step: stepOf(problem) })}>
              {t(`step.${stepOf(problem)}`)}
            </button>
            {": "}
            <ServerText text={problem} most={300} />
          </li>
        ))}
      </ul>
    </div>
  );
}
