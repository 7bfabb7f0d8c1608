import { useCallback, useSyncExternalStore } from "react";

interface Clock {
  now: number;
  timer: ReturnType<typeof setInterval> | null;
  listeners: Set<() => void>;
}

const clocks = new Map<number, Clock>();

/** The time in milliseconds, renewed every `interval` for all who ask with the same one. */
export function useNow(interval: number): number {
  const clock = clockOf(interval);
  const subscribe = useCallback(
    (listener: () => void) => follow(clock, interval, listener),
    [clock, interval],
  );
  return useSyncExternalStore(subscribe, () => clock.now);
}

function clockOf(interval: number): Clock {
  const known = clocks.get(interval);
  if (known !== undefined) return known;
  const clock = { now: Date.now(), timer: null, listeners: new Set<() => void>() };
  clocks.set(interval, clock);
  return clock;
}

function follow(clock: Clock, interval: number, listener: () => void): () => void {
  clock.listeners.add(listener);
  if (clock.timer === null) {
    clock.now = Date.now();
    clock.timer = setInterval(() => {
      clock.now = Date.now();
      for (const one of clock.listeners) one();
    }, interval);
  }
  return () => {
    clock.listeners.delete(listener);
    if (clock.listeners.size > 0 || clock.timer === null) return;
    clearInterval(clock.timer);
    clock.timer = null;
  };
}
