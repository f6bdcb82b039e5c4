import type { ReactNode } from "react";

/** A table without links that may be wider than the screen: it is scrolled by keyboard, so it takes the focus. */
export function TableFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable
    <section className="table-frame" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
