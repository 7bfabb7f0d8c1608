// Whether the mouse, a pen or a finger is down.

const ENDS = ["pointerup", "pointercancel"];
let isDown = false;

function note(down: boolean): void {
  isDown = down;
}

// Programs without a window have no presses.
if (typeof window !== "undefined") {
  window.addEventListener("pointerdown", () => note(true), true);
  for (const end of ENDS) window.addEventListener(end, () => note(false), true);
}

/**
 * Calls `act` at once, or when what is pressed now was clicked: a page whose parts move between press and release
 * loses the click.
 */
export function afterPress(act: () => void): void {
  if (!isDown) {
    act();
    return;
  }
  const released = new AbortController();
  const later = () => {
    released.abort();
    setTimeout(act);
  };
  for (const end of ENDS) window.addEventListener(end, later, { signal: released.signal });
}
