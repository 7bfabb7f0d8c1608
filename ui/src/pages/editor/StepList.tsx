import { useEffect, useRef } from "react";
import type { Problem } from "../../api/problem";
import { useText } from "../../i18n/language";
import { STEPS, type Step, stepOf } from "./problems";

interface Props {
  current: Step;
  problems: Problem[];
  onShow(step: Step): void;
}

/** The steps, to jump between; each shows how many problems it has. */
export function StepList({ current, problems, onShow }: Props) {
  const { t } = useText();
  const list = useRef<HTMLOListElement>(null);
  // On a small screen the steps scroll.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current step is found in the page
  useEffect(() => {
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return (
    <nav aria-label={t("editor.steps")}>
      <ol className="steps" ref={list}>
        {STEPS.map((step, index) => {
          const count = problems.filter((problem) => stepOf(problem) === step).length;
          return (
            <li key={step}>
              <button
                type="button"
                aria-current={step === current ? "step" : undefined}
                data-testid={`step-${step}`}
                data-status={count === 0 ? "ok" : "problem"}
                onClick={() => onShow(step)}
              >
                <span className="step-number" aria-hidden="true">
                  {index + 1}
                </span>
                {t(`step.${step}`)}
                {count > 0 && (
                  <span className="badge" title={t("editor.problems", { count })}>
                    {count}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
