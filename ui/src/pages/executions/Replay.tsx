import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { type Execution, replayExecution } from "../../api/executions";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { Failure } from "../../parts/States";
import { RawArguments } from "../../run/RawArguments";
import { ResultView } from "../../run/ResultView";

/** Calls again, with the same arguments or changed ones. */
export function Replay({ execution }: { execution: Execution }) {
  const { t } = useText();
  const [text, setText] = useState(() => JSON.stringify(execution.arguments, null, 2));
  const [problem, setProblem] = useState<string | null>(null);
  const run = useMutation({ mutationFn: (args: unknown) => replayExecution(execution.id, args) });
  function submit(event: FormEvent) {
    event.preventDefault();
    try {
      const args: unknown = JSON.parse(text);
      setProblem(null);
      run.mutate(args);
    } catch {
      setProblem(t("run.not_an_object"));
    }
  }
  return (
    <section>
      <h2>{t("executions.replay")}</h2>
      <form onSubmit={submit}>
        <RawArguments text={text} problem={problem} onChange={setText} />
        <Button type="submit" className="button primary" unavailable={run.isPending} data-testid="replay">
          {t("executions.replay")}
        </Button>
      </form>
      {run.error !== null && <Failure error={run.error} />}
      {run.data !== undefined && <ResultView result={run.data} />}
    </section>
  );
}
