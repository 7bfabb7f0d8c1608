import { type ComponentType, use } from "react";

interface Chunk {
  load(): Promise<unknown>;
  /** Lets the next use ask again, if the file could not be loaded. */
  forgetFailure(): void;
}

const chunks: Chunk[] = [];

/** The first page and its data come before files that may be needed later. */
const FIRST_PAGE_TIME = 2000;

/**
 * A component in a file of its own. Unlike one of `React.lazy` it can be loaded again after a failure, and its file is
 * loaded ahead by [`loadAhead`].
 */
export function chunk<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ReturnType<typeof load> | null = null;
  let hasFailed = false;
  function get() {
    if (loaded === null) {
      loaded = load();
      loaded.catch(() => {
        hasFailed = true;
      });
    }
    return loaded;
  }
  function forgetFailure() {
    if (hasFailed) loaded = null;
    hasFailed = false;
  }
  chunks.push({ load: get, forgetFailure });
  return function Chunk(props: Props) {
    const { default: Body } = use(get());
    return <Body {...props} />;
  };
}

/** Lets [`loadAhead`] load something else that may be needed later. */
export function ahead(load: () => Promise<unknown>): void {
  chunks.push({ load, forgetFailure: () => undefined });
}

export function forgetFailures(): void {
  for (const { forgetFailure } of chunks) forgetFailure();
}

/** Loads all files one after the other while the browser is idle, so that they are there when the server is away. */
export function loadAhead(): void {
  const idle = globalThis.requestIdleCallback ?? ((action: () => void) => setTimeout(action, 200));
  // A file can register further ones.
  async function next(index: number) {
    const one = chunks[index];
    if (one === undefined) return;
    try {
      await one.load();
    } catch {
      one.forgetFailure();
    }
    idle(() => next(index + 1));
  }
  setTimeout(() => idle(() => next(0)), FIRST_PAGE_TIME);
}
