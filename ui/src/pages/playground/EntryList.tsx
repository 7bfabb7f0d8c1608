import { useMemo, useState } from "react";
import { useText } from "../../i18n/language";
import { Plain } from "../../parts/Plain";
import { type Entry, SECTIONS } from "./catalog";

interface Props {
  entries: Entry[];
  chosen: Entry | undefined;
  onChoose(entry: Entry): void;
}

const SHOWN = 100;

export function EntryList({ entries, chosen, onChoose }: Props) {
  const { t, number } = useText();
  const [text, setText] = useState("");
  const found = useMemo(
    () => entries.filter(({ name }) => name.toLowerCase().includes(text.toLowerCase())),
    [entries, text],
  );
  return (
    <nav className="panel entries" aria-label={t("playground.catalog")}>
      <input
        type="search"
        aria-label={t("playground.search")}
        placeholder={t("playground.search")}
        value={text}
        data-testid="entry-search"
        onChange={(event) => setText(event.target.value)}
      />
      {SECTIONS.map((section) => {
        const all = found.filter((entry) => entry.section === section);
        return (
          <section key={section}>
            <h2>
              {t(`section.${section}`)} <small>{number(all.length)}</small>
            </h2>
            <ul>
              {all.slice(0, SHOWN).map((entry) => (
                <li key={entry.name}>
                  <button
                    type="button"
                    aria-current={entry === chosen ? "true" : undefined}
                    data-testid="entry"
                    onClick={() => onChoose(entry)}
                  >
                    <Plain text={entry.name} most={80} />
                  </button>
                </li>
              ))}
            </ul>
            {all.length > SHOWN && (
              <p className="hint">{t("playground.more", { count: number(all.length - SHOWN) })}</p>
            )}
          </section>
        );
      })}
    </nav>
  );
}
