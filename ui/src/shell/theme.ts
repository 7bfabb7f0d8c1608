import { signal } from "../api/signal";
import { load, save } from "../parts/storage";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** What was chosen. */
export const theme = signal<Theme>(load<Theme>("theme") ?? "system");

/** Whether dark colours are shown now. Charts and editors follow it. */
export const isDark = signal(false);

const system = matchMedia("(prefers-color-scheme: dark)");

function apply(): void {
  const chosen = theme.get();
  isDark.set(chosen === "dark" || (chosen === "system" && system.matches));
  document.documentElement.dataset.theme = isDark.get() ? "dark" : "light";
}

export function chooseTheme(next: Theme): void {
  save("theme", next);
  theme.set(next);
}

export function followTheme(): void {
  theme.subscribe(apply);
  system.addEventListener("change", apply);
  apply();
}
