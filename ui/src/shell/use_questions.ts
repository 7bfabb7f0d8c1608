import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { listQuestions, type Question } from "../api/questions";
import { useText } from "../i18n/language";
import { waitingCount } from "../parts/title";
import { clip, visible } from "../parts/visible";
import { useSession } from "./session";

/** The stream of events is closed while the page is hidden: questions are asked for instead. */
const ASK_EVERY = 10_000;

/** Watches the open questions: the tab's title counts them, and a hidden page notifies of new ones. */
export function useQuestions(): void {
  const { t } = useText();
  const { user } = useSession();
  const { data } = useQuery({
    queryKey: ["questions"],
    queryFn: listQuestions,
    enabled: user.role !== "caller",
    refetchInterval: () => (document.hidden ? ASK_EVERY : 30_000),
    refetchIntervalInBackground: true,
  });
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (data === undefined) return;
    waitingCount.set(data.length);
    const before = known.current;
    known.current = new Set(data.map(({ id }) => id));
    if (before === null || !document.hidden) return;
    for (const question of data) if (!before.has(question.id)) notify(t("questions.notify"), question);
  }, [data, t]);
}

function notify(title: string, { id, question }: Question): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted") return;
  const notification = new Notification(title, { body: visible(clip(question, 200)), tag: id });
  notification.onclick = () => window.focus();
}
