/** Arrows in a list or a tree of links: up, down, Home and End go from one to the next, left and right close and open a branch. */
import type { KeyboardEvent } from "react";

const steps: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** For `onKeyDown` of what is around the links; Enter opens one, as every link. */
export function moveAmongLinks(event: KeyboardEvent<HTMLElement>): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLAnchorElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
    const branch = activeElement.parentElement?.querySelector<HTMLDetailsElement>(":scope > details");
    const above = activeElement.closest("ul")?.closest("li")?.querySelector<HTMLAnchorElement>(":scope > a");
    const opens = event.key === "ArrowRight";
    if (branch && branch.open !== opens) branch.open = opens;
    else if (!opens && above) above.focus();
    else return;
    event.preventDefault();
    return;
  }
  const step = steps[event.key];
  if (!step) return;
  // Those in closed branches have no box.
  const links = [...event.currentTarget.querySelectorAll("a")].filter((link) => link.getClientRects().length > 0);
  event.preventDefault();
  links[step(links.indexOf(activeElement), links.length)]?.focus();
}
