import { useEffect } from "react";
import { signal } from "../api/signal";
import { useText } from "../i18n/language";
import type { ServerTranslator } from "../i18n/server_text";
import { ahead } from "./chunk";
import { useSignal } from "./use_signal";

const korean = signal<ServerTranslator | null>(null);

async function loadKorean(): Promise<void> {
  if (korean.get() !== null) return;
  const loaded = await import("../i18n/ko/server");
  korean.set(loaded.korean);
}

ahead(async () => {
  if (document.documentElement.lang === "ko") await loadKorean();
});

/** What translates the server's sentences, which are English; `null` for readers of English, and while it is loaded. */
export function useServerTranslator(): ServerTranslator | null {
  const { language } = useText();
  const translator = useSignal(korean);
  useEffect(() => {
    // Without it the sentences are shown as the server writes them.
    if (language === "ko") loadKorean().catch(() => undefined);
  }, [language]);
  return language === "ko" ? translator : null;
}
