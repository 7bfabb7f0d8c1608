import { useEffect, useRef } from "react";

/** Where `g` and a second key go. */
export const GO: Record<string, string> = {
  o: "/overview",
  t: "/tools",
  m: "/servers",
  b: "/agents",
  e: "/executions",
  q: "/questions",
  p: "/playground",
  v: "/agent",
  c: "/connect",
  a: "/access",
  s: "/settings",
  n: "/new",
};

interface Actions {
  go(path: string): void;
  help(): void;
}

const SECOND_KEY_WITHIN = 1500;

/** Single keys: `/` searches on the page, `?` shows the keys, `g` and a letter goes to a page. */
export function useKeys(actions: Actions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    let goes = 0;
    function onKeyDown(event: KeyboardEvent) {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const path = GO[event.key];
      if (Date.now() - goes < SECOND_KEY_WITHIN && path !== undefined) {
        event.preventDefault();
        latest.current.go(path);
      } else if (event.key === "?") {
        event.preventDefault();
        latest.current.help();
      } else if (event.key === "/" && focusSearch()) {
        event.preventDefault();
      }
      goes = event.key === "g" ? Date.now() : 0;
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
}

/** Keys that are typed into a field or belong to a dialog are not shortcuts. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=dialog], [role=menu]") !== null
  );
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
  return field !== null;
}
