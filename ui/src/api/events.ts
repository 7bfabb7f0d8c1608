import { reachable } from "./client";

export const TOPICS = ["registry", "execution", "health", "question"] as const;
export type Topic = (typeof TOPICS)[number];

export interface ServerEvents {
  onEvent(topic: Topic, data: unknown): void;
  /** The stream is open. After an absence (`again`) what was loaded before may be old. */
  onOpen(again: boolean): void;
}

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 15_000;

/**
 * Follows `GET events` until the returned function is called.
 *
 * The stream is closed while the page is hidden: over HTTP/1.1 a browser has six connections for
 * one host, and forgotten tabs would use them all.
 */
export function followEvents(handler: ServerEvents): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = FIRST_DELAY;
  let wasOpen = false;

  function open() {
    close();
    source = new EventSource("/api/v1/events");
    source.onopen = () => {
      delay = FIRST_DELAY;
      reachable.set(true);
      handler.onOpen(wasOpen);
      wasOpen = true;
    };
    source.onerror = () => {
      close();
      timer = setTimeout(open, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    };
    for (const topic of TOPICS) {
      source.addEventListener(topic, (event) => handler.onEvent(topic, parse(event.data)));
    }
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  function onVisibility() {
    if (document.hidden) close();
    else if (source === null) open();
  }

  document.addEventListener("visibilitychange", onVisibility);
  if (!document.hidden) open();
  return () => {
    document.removeEventListener("visibilitychange", onVisibility);
    close();
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
