import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { AwayError } from "../api/problem";
import { logIn } from "../api/session";
import { useText } from "../i18n/language";
import { Button } from "../parts/Button";
import { Field } from "../parts/Field";
import { LanguageChoice } from "./Preferences";

/** Asks for a key. Above a page that is open it keeps the page, so that one goes on where one was. */
export function Login({ again }: { again: boolean }) {
  const { t } = useText();
  const card = (
    <main className="login-card" data-testid="login">
      <div className="brand">
        <span className="brand-mark" aria-hidden="true">
          T
        </span>
        <strong>Toolwright</strong>
      </div>
      <h1>{t("session.title")}</h1>
      <p>{again ? t("session.ended") : t("session.about")}</p>
      <LoginForm />
      <LanguageChoice />
    </main>
  );
  if (!again) return <div className="login">{card}</div>;
  return (
    <div className="login above" role="dialog" aria-modal="true" aria-label={t("session.title")}>
      {card}
    </div>
  );
}

function LoginForm() {
  const { t } = useText();
  const queries = useQueryClient();
  const [key, setKey] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  async function submit(event: FormEvent) {
    event.preventDefault();
    try {
      queries.setQueryData(["session"], await logIn({ key: key.trim() }));
      void queries.invalidateQueries();
    } catch (error) {
      setProblem(error instanceof AwayError ? t("common.server_away") : t("session.wrong_key"));
    }
  }
  return (
    <form onSubmit={submit}>
      <Field label={t("session.key")} problems={problem === null ? [] : [{ path: "", message: problem }]}>
        {(attributes) => (
          <input
            {...attributes}
            type="password"
            autoComplete="current-password"
            // biome-ignore lint/a11y/noAutofocus: the only field of the page
            autoFocus
            placeholder="tw_…"
            value={key}
            data-testid="login-key"
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="button primary" unavailable={key.trim() === ""} data-testid="log-in">
        {t("session.log_in")}
      </Button>
    </form>
  );
}
