import { signal } from "../api/signal";
import type { Said } from "../api/told";

export interface Toast {
  id: number;
  text: Said;
  tone: "note" | "error";
  action?: { label: string; run(): void };
}

export const toasts = signal<Toast[]>([]);
let last = 0;
const SHOWN_FOR = 10_000;

/** Shows a message for ten seconds, with an action such as "Undo". */
export function toast(text: Said, options: Partial<Pick<Toast, "tone" | "action">> = {}): void {
  last += 1;
  const id = last;
  toasts.set([...toasts.get().slice(-3), { id, text, tone: "note", ...options }]);
  setTimeout(() => dismiss(id), SHOWN_FOR);
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((one) => one.id !== id));
}
