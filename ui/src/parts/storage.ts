const PREFIX = "toolwright.";

/** Reads a JSON value from the browser's storage. */
export function load<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Stores a JSON value; `null` removes it. A full or forbidden storage is ignored: it holds conveniences only. */
export function save(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}

/** The keys that begin with `start`. */
export function keysUnder(start: string): string[] {
  try {
    const whole = PREFIX + start;
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(whole));
    return keys.map((key) => key.slice(PREFIX.length));
  } catch {
    return [];
  }
}

/** Removes all values whose keys begin with `start`. */
export function removeUnder(start: string): void {
  for (const key of keysUnder(start)) save(key, null);
}
