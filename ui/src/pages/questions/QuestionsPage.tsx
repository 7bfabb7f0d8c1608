import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { saidBy } from "../../api/problem";
import { answerQuestion, dismissQuestion, listQuestions, type Question } from "../../api/questions";
import { useText } from "../../i18n/language";
import { Button } from "../../parts/Button";
import { Countdown } from "../../parts/Countdown";
import { Field } from "../../parts/Field";
import { PageHead } from "../../parts/PageHead";
import { Plain, PlainBlock } from "../../parts/Plain";
import { Empty, Failure, Skeleton } from "../../parts/States";
import { Time } from "../../parts/Time";
import { toast } from "../../parts/toast";

/** What agents ask people, answered here. */
export default function QuestionsPage() {
  const { t } = useText();
  const { data, error, refetch } = useQuery({
    queryKey: ["questions"],
    queryFn: listQuestions,
  });
  return (
    <div className="page">
      <PageHead title={t("menu.questions")} about={t("questions.about")}>
        <NotifyButton />
      </PageHead>
      {error !== null && data === undefined && <Failure error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Skeleton />}
      {data?.length === 0 && (
        <Empty icon="questions" title={t("questions.none")}>
          <p>{t("questions.none_about")}</p>
        </Empty>
      )}
      {data?.map((question) => (
        <QuestionCard key={question.id} question={question} />
      ))}
    </div>
  );
}

/** Asks the browser for leave to notify, which it gives only after a click. */
function NotifyButton() {
  const { t } = useText();
  const [permission, setPermission] = useState(() =>
    "Notification" in globalThis ? Notification.permission : "denied",
  );
  if (permission !== "default") return null;
  const ask = async () => setPermission(await Notification.requestPermission());
  return (
    <button type="button" className="button" onClick={ask} data-testid="allow-notifications">
      {t("questions.allow")}
    </button>
  );
}

function QuestionCard({ question }: { question: Question }) {
  const { t } = useText();
  const queries = useQueryClient();
  const settle = {
    onSuccess: () => toast(t("questions.done")),
    onError: (error: Error) => toast(saidBy(error), { tone: "error" }),
    onSettled: () => queries.invalidateQueries({ queryKey: ["questions"] }),
  };
  const answer = useMutation({
    mutationFn: (value: string) => answerQuestion(question.id, value),
    ...settle,
  });
  const dismiss = useMutation({ mutationFn: () => dismissQuestion(question.id), ...settle });
  return (
    <article className="panel question" data-testid="question">
      <header className="hint">
        <Plain text={question.caller ?? "–"} most={60} /> · <Time at={question.asked_at} />
        {question.expires_at !== null && (
          <>
            {" · "}
            {t("questions.expires")} <Countdown until={question.expires_at} />
          </>
        )}
      </header>
      <PlainBlock text={question.question} most={5000} />
      {question.options !== null && question.options.length > 0 ? (
        <div className="actions">
          {question.options.map((option) => (
            <Button
              key={option}
              className="button"
              unavailable={answer.isPending}
              data-testid="answer-option"
              onClick={() => answer.mutate(option)}
            >
              <Plain text={option} most={120} />
            </Button>
          ))}
        </div>
      ) : (
        <FreeAnswer busy={answer.isPending} onAnswer={(text) => answer.mutate(text)} />
      )}
      <button type="button" className="button small" onClick={() => dismiss.mutate()} data-testid="dismiss">
        {t("questions.dismiss")}
      </button>
    </article>
  );
}

function FreeAnswer({ busy, onAnswer }: { busy: boolean; onAnswer(text: string): void }) {
  const { t } = useText();
  const [text, setText] = useState("");
  function submit(event: FormEvent) {
    event.preventDefault();
    onAnswer(text);
  }
  return (
    <form onSubmit={submit} className="actions grow">
      <Field label={t("questions.answer")}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={2}
            value={text}
            data-testid="answer-text"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button
        type="submit"
        className="button"
        unavailable={busy || text.trim() === ""}
        data-testid="answer-send"
      >
        {t("questions.send")}
      </Button>
    </form>
  );
}
