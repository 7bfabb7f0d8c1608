import type { ReactNode } from "react";

/** A wide table that scrolls by itself. What scrolls has to be reachable with the keyboard. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className="scroll" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
