import { useEffect } from "react";
import { signal } from "../api/signal";
import { useSignal } from "./use_signal";

/** How many questions wait for a person. The title of the tab begins with it. */
export const waitingCount = signal(0);

/** Sets the title of the browser's tab. */
export function useTitle(title: string): void {
  const waiting = useSignal(waitingCount);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${title} · Toolwright`;
  }, [title, waiting]);
}
