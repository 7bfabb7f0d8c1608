import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { saidBy } from "../../../api/problem";
import { replaceTests, type TestCase, testsOf } from "../../../api/tests";
import { type Tool, testTool } from "../../../api/tools";
import { useText } from "../../../i18n/language";
import { Button } from "../../../parts/Button";
import { Icon } from "../../../parts/Icon";
import { Plain, PlainBlock } from "../../../parts/Plain";
import { ServerText } from "../../../parts/ServerText";
import { toast } from "../../../parts/toast";
import { type Verdict, verdictOf } from "./verdict";

/** The tests that are stored with a tool. They are run together, and differences are shown. */
export function TestCases({ tool }: { tool: Tool }) {
  const { t, number } = useText();
  const tests = testsOf(tool);
  const { verdicts, run, busy } = useRun(tool, tests);
  const remove = useRemove(tool);
  const bad = verdicts.filter(({ status }) => status !== "ok").length;
  return (
    <section data-testid="test-cases">
      <h2>{t("tests.title")}</h2>
      {tests.length === 0 && <p className="hint">{t("tests.none")}</p>}
      {tests.length > 0 && (
        <div className="actions">
          <Button className="button primary" unavailable={busy} onClick={run} data-testid="run-tests">
            {busy ? t("run.running") : t("tests.run", { count: number(tests.length) })}
          </Button>
          {!busy && verdicts.length > 0 && (
            <span
              role="status"
              className={bad === 0 ? "pill ok" : "pill error"}
              data-testid="tests-summary"
              data-status={bad === 0 ? "ok" : "bad"}
            >
              {bad === 0 ? t("tests.all_ok") : t("tests.bad", { count: number(bad) })}
            </span>
          )}
        </div>
      )}
      <ol className="test-cases">
        {tests.map((test, index) => (
          <TestLine
            // biome-ignore lint/suspicious/noArrayIndexKey: tests have no identity but their place
            key={index}
            test={test}
            verdict={verdicts[index]}
            onRemove={tool.editable ? () => remove.mutate(tests.filter((one) => one !== test)) : null}
          />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  test: TestCase;
  verdict: Verdict | undefined;
  onRemove: (() => void) | null;
}

function TestLine({ test, verdict, onRemove }: LineProps) {
  const { t } = useText();
  const args = JSON.stringify(test.arguments ?? {});
  return (
    <li data-testid="test-case" data-status={verdict?.status ?? "waiting"}>
      <p className="result-head">
        {verdict !== undefined && (
          <span className={verdict.status === "ok" ? "pill ok" : "pill error"}>
            {t(`tests.${verdict.status}`)}
          </span>
        )}
        {test.name != null && <Plain text={test.name} most={120} />}
        <code>
          <Plain text={args} most={200} />
        </code>
        {onRemove !== null && (
          <button
            type="button"
            className="icon-button"
            aria-label={t("tests.remove", { arguments: args })}
            onClick={onRemove}
            data-testid="remove-test"
          >
            <Icon name="trash" />
          </button>
        )}
      </p>
      {verdict?.status === "failed" && (
        <p className="error-line">
          <ServerText text={verdict.error ?? ""} />
        </p>
      )}
      {verdict?.status === "differs" && (
        <div className="two-columns even">
          <Side title={t("tests.expected")} value={test.result} />
          <Side title={t("tests.got")} value={verdict.got} />
        </div>
      )}
    </li>
  );
}

function Side({ title, value }: { title: string; value: unknown }) {
  return (
    <div>
      <h3>{title}</h3>
      <PlainBlock text={JSON.stringify(value, null, 2)} />
    </div>
  );
}

/** Runs the tests one after the other. */
function useRun(tool: Tool, tests: TestCase[]) {
  const [verdicts, setVerdicts] = useState<Verdict[]>([]);
  const run = useMutation({
    async mutationFn() {
      const found: Verdict[] = [];
      for (const test of tests) {
        found.push(verdictOf(test, await testTool(tool.name, test.arguments ?? {})));
        setVerdicts([...found]);
      }
    },
    onMutate: () => setVerdicts([]),
    onError: (error) => toast(saidBy(error), { tone: "error" }),
  });
  return { verdicts, busy: run.isPending, run: () => run.mutate() };
}

function useRemove(tool: Tool) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (tests: TestCase[]) => replaceTests(tool, tests),
    onSuccess: (stored) => queries.setQueryData(["tool", stored.name], stored),
    onError: (error) => toast(saidBy(error), { tone: "error" }),
  });
}
