/** How far tables were scrolled, by the address of their page. */
const offsets = new Map<string, number>();
let cameBack = false;

/** Has to be called before the router begins to listen: it shows a page as soon as it hears of it. */
export function followNavigation(): void {
  addEventListener("popstate", () => {
    cameBack = true;
  });
  // The router announces its own navigations with this event.
  addEventListener("pushState", () => {
    cameBack = false;
  });
}

const key = (name: string) => `${name} ${location.pathname}${location.search}`;

/** Where a table was when its page was left, if one came back to it with the browser's button. */
export function rememberedOffset(name: string): number {
  return cameBack ? (offsets.get(key(name)) ?? 0) : 0;
}

/** Returns a function that remembers the offset for the address at this time. */
export function rememberer(name: string): (offset: number) => void {
  const at = key(name);
  return (offset) => void offsets.set(at, offset);
}
