import { useQueryClient } from "@tanstack/react-query";
import { sessionEnded } from "../api/client";
import { logOut } from "../api/session";
import { forgetAll } from "../drafts/draft";
import { chooseLanguage, LANGUAGES, type Language, useText } from "../i18n/language";
import { useSignal } from "../parts/use_signal";
import { useSession } from "./session";
import { chooseTheme, THEMES, type Theme, theme } from "./theme";

/** Language, theme, and who is logged in: the foot of the menu. */
export function Preferences() {
  const { t } = useText();
  const session = useSession();
  const queries = useQueryClient();
  async function leave() {
    await logOut();
    forgetAll();
    sessionEnded.set(true);
    queries.clear();
  }
  return (
    <div className="preferences">
      <LanguageChoice />
      <ThemeChoice />
      <div className="who">
        <span title={t(`role.${session.user.role}`)}>
          {session.user.name} · {t(`role.${session.user.role}`)}
        </span>
        {session.auth !== "none" && (
          <button type="button" className="button small" onClick={leave} data-testid="log-out">
            {t("session.log_out")}
          </button>
        )}
      </div>
    </div>
  );
}

export function LanguageChoice() {
  const { t, language } = useText();
  return (
    <select
      aria-label={t("preferences.language")}
      value={language}
      data-testid="language"
      onChange={(event) => void chooseLanguage(event.target.value as Language)}
    >
      {Object.entries(LANGUAGES).map(([tag, name]) => (
        <option key={tag} value={tag} lang={tag}>
          {name}
        </option>
      ))}
    </select>
  );
}

export function ThemeChoice() {
  const { t } = useText();
  const chosen = useSignal(theme);
  return (
    <select
      aria-label={t("preferences.theme")}
      value={chosen}
      data-testid="theme"
      onChange={(event) => chooseTheme(event.target.value as Theme)}
    >
      {THEMES.map((name) => (
        <option key={name} value={name}>
          {t(`theme.${name}`)}
        </option>
      ))}
    </select>
  );
}
