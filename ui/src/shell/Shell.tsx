import { Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { useText } from "../i18n/language";
import { chunk, loadAhead } from "../parts/chunk";
import { Icon } from "../parts/Icon";
import { useShortcut } from "../parts/shortcut";
import { AwayBanner } from "./AwayBanner";
import { useKeys } from "./keys";
import { useLive } from "./live";
import { Menu } from "./Menu";
import { Pages } from "./Pages";
import { useQuestions } from "./use_questions";

const KeysDialog = chunk(() => import("./KeysDialog"));
const Palette = chunk(() => import("./Palette"));

/** Takes what is typed while the palette is loaded. */
function EarlyInput({ onText }: { onText(text: string): void }) {
  const { t } = useText();
  return (
    <input
      type="text"
      className="early"
      aria-label={t("palette.title")}
      // biome-ignore lint/a11y/noAutofocus: somebody has asked for it
      autoFocus
      onChange={(event) => onText(event.target.value)}
    />
  );
}

export function Shell() {
  const { t } = useText();
  const [menuOpen, setMenuOpen] = useState(false);
  const [paletteOpen, setPaletteOpen] = useState(false);
  useLive();
  useQuestions();
  useEffect(loadAhead, []);
  const [keysOpen, setKeysOpen] = useState(false);
  const [early, setEarly] = useState("");
  function closePalette() {
    setPaletteOpen(false);
    setEarly("");
  }
  const [, go] = useLocation();
  const toggle = useRef<HTMLButtonElement>(null);
  useKeys({ go, help: () => setKeysOpen(true) });
  useEffect(() => {
    if (!menuOpen) return;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== "Escape") return;
      setMenuOpen(false);
      toggle.current?.focus();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [menuOpen]);
  useShortcut("k", () => setPaletteOpen((open) => !open));
  return (
    <div className="shell">
      <a className="skip" href="#content">
        {t("common.skip")}
      </a>
      <header className="top-bar">
        <button
          ref={toggle}
          type="button"
          className="icon-button"
          aria-label={t("menu.label")}
          aria-expanded={menuOpen}
          aria-controls="menu"
          data-testid="menu-toggle"
          onClick={() => setMenuOpen(!menuOpen)}
        >
          <Icon name={menuOpen ? "close" : "menu"} />
        </button>
        <strong>Toolwright</strong>
        <button
          type="button"
          className="icon-button"
          aria-label={t("palette.open")}
          onClick={() => setPaletteOpen(true)}
        >
          <Icon name="search" />
        </button>
      </header>
      <Menu open={menuOpen} onNavigate={() => setMenuOpen(false)} onPalette={() => setPaletteOpen(true)} />
      <div className="column">
        <AwayBanner />
        <main id="content" tabIndex={-1}>
          <Pages />
        </main>
      </div>
      <Suspense fallback={null}>{keysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}</Suspense>
      {paletteOpen && (
        <Suspense fallback={<EarlyInput onText={setEarly} />}>
          <Palette early={early} onClose={closePalette} />
        </Suspense>
      )}
    </div>
  );
}
