import { useSyncExternalStore } from "react";
import type { Signal } from "../api/signal";

export function useSignal<T>(source: Signal<T>): T {
  return useSyncExternalStore(source.subscribe, source.get, source.get);
}
