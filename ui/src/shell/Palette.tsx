import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { listTools } from "../api/tools";
import { chooseLanguage, LANGUAGES, type Language, useText } from "../i18n/language";
import { Dialog } from "../parts/Dialog";
import { Plain } from "../parts/Plain";
import { type Command, matching } from "./commands";
import { PLACES } from "./places";
import { useMayMake, useSession } from "./session";
import { chooseTheme, THEMES } from "./theme";

/** Ctrl-K: goes to any page or tool, and does what the menu does. */
export default function Palette({ early, onClose }: { early: string; onClose(): void }) {
  const { t } = useText();
  const commands = useCommands();
  const [text, setText] = useState(early);
  const [chosen, setChosen] = useState(0);
  const found = useMemo(() => matching(commands, text), [commands, text]);
  function run(command: Command | undefined) {
    if (command === undefined) return;
    onClose();
    command.run();
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((chosen + step + found.length) % Math.max(1, found.length));
    }
    if (event.key === "Enter" && !event.nativeEvent.isComposing) run(found[chosen]);
  }
  return (
    <Dialog title={t("palette.title")} onClose={onClose} testId="palette">
      <input
        type="text"
        role="combobox"
        aria-label={t("palette.title")}
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${chosen}` : undefined}
        placeholder={t("palette.placeholder")}
        value={text}
        autoFocus
        data-testid="palette-input"
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
      />
      <div id="palette-list" role="listbox" aria-label={t("palette.title")} className="palette-list">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={command.id}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === chosen}
            data-testid="palette-item"
            onClick={() => run(command)}
          >
            <Plain text={command.label} most={120} />
            <small>{command.group}</small>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className="hint">{t("common.nothing_found")}</p>}
    </Dialog>
  );
}

function useCommands(): Command[] {
  const { t } = useText();
  const [, go] = useLocation();
  const session = useSession();
  const mayMake = useMayMake();
  const { data: tools = [] } = useQuery({ queryKey: ["tools"], queryFn: ({ signal }) => listTools(signal) });
  return useMemo(() => {
    const places = PLACES.filter((place) => place.roles.includes(session.user.role));
    const made: Command[] = places.map(({ path, label }) => ({
      id: path,
      label: t(label),
      group: t("palette.page"),
      run: () => go(path),
    }));
    if (mayMake)
      made.unshift({ id: "new", label: t("tools.new"), group: t("palette.action"), run: () => go("/new") });
    for (const name of THEMES) {
      made.push({
        id: `theme-${name}`,
        label: t(`theme.${name}`),
        group: t("preferences.theme"),
        run: () => chooseTheme(name),
      });
    }
    for (const [tag, name] of Object.entries(LANGUAGES)) {
      const run = () => void chooseLanguage(tag as Language);
      made.push({ id: `language-${tag}`, label: name, group: t("preferences.language"), run });
    }
    for (const { name } of tools) {
      const run = () => go(`/tools/${encodeURIComponent(name)}`);
      made.push({ id: `tool-${name}`, label: name, group: t("palette.tool"), run });
    }
    return made;
  }, [t, go, session, mayMake, tools]);
}
