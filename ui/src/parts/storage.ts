/** Reads a JSON value from the browser's storage. */
export function load<T>(key: string): T | null {
  try {
    const text = localStorage.getItem(`toolwright.${key}`);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

/** Stores a JSON value; `null` removes it. A full or forbidden storage is ignored: it holds conveniences only. */
export function save(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`toolwright.${key}`);
    else localStorage.setItem(`toolwright.${key}`, JSON.stringify(value));
  } catch {
    // Nothing depends on it.
  }
}
