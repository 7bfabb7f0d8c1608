import { useEffect } from "react";
import { signal } from "../api/signal";
import { useText } from "../i18n/language";
import type { Teller } from "../i18n/told";
import { ahead } from "./chunk";
import { useSignal } from "./use_signal";

const korean = signal<Teller | null>(null);

async function loadKorean(): Promise<void> {
  if (korean.get() !== null) return;
  const loaded = await import("../i18n/ko/server");
  korean.set(loaded.tellKorean);
}

ahead(async () => {
  if (document.documentElement.lang === "ko") await loadKorean();
});

/** What says the server's sentences, which are English; `null` for readers of English, and while it is loaded. */
export function useTeller(): Teller | null {
  const { language } = useText();
  const teller = useSignal(korean);
  useEffect(() => {
    // Without it the sentences are shown as the server writes them.
    if (language === "ko") loadKorean().catch(() => undefined);
  }, [language]);
  return language === "ko" ? teller : null;
}
