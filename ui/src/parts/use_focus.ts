import { type RefObject, useEffect, useRef } from "react";

/** Returns a ref whose element gets the focus whenever `occasion` changes, but not at first. */
export function useFocusOn<T extends HTMLElement>(occasion: unknown): RefObject<T | null> {
  const element = useRef<T>(null);
  const last = useRef(occasion);
  useEffect(() => {
    if (Object.is(last.current, occasion)) return;
    last.current = occasion;
    element.current?.focus();
  }, [occasion]);
  return element;
}

/** Returns a ref to a form: when it has an error, the first invalid field or else the message gets the focus. */
export function useFocusOnError<T extends HTMLElement>(error: Error | null): RefObject<T | null> {
  const form = useRef<T>(null);
  useEffect(() => {
    if (error === null) return;
    const place = form.current?.querySelector<HTMLElement>("[aria-invalid=true], [role=alert]");
    if (place?.getAttribute("role") === "alert") place.tabIndex = -1;
    place?.focus();
  }, [error]);
  return form;
}
