/** Keys of every page: `?` lists them, Esc closes what hangs open, the arrows walk along the strip of tabs. */
import { Suspense, useEffect, useState } from "react";
import { lazyPart } from "~/line/this-line";

const KeyList = lazyPart(() => import("~/widgets/key-list"));

/** What hangs over the page; the menu's groups and a form's parts stay as they are. */
const hanging = "details:is(.user, .tabs-more, .row-menu, .filter-choices)[open]";

/** What opens within the page closes for whoever is in it. */
const within = ".filters-more[open]";

export function ShellKeys() {
  const [listed, setListed] = useState(false);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const target = event.target as HTMLElement;
      // A dialog hears its own.
      if (event.key === "Escape") target.closest("dialog") || closeHanging();
      else if (event.key === "?" && !target.closest("input, textarea, select, [contenteditable], dialog")) {
        event.preventDefault();
        setListed(true);
      }
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  if (!listed) return null;
  return (
    <Suspense>
      <KeyList onClose={() => setListed(false)} />
    </Suspense>
  );
}

/** The focus goes back to what had opened it. */
function closeHanging(): void {
  const from = document.activeElement;
  const over = [...document.querySelectorAll<HTMLDetailsElement>(hanging)];
  const around = over.length > 0 ? null : from?.closest<HTMLDetailsElement>(within);
  for (const list of around ? [around] : over) {
    if (list.contains(from)) list.querySelector("summary")?.focus();
    list.open = false;
  }
}

/** Along the controls of one row: the arrows, Home and End. Answers whether the key was one of them. */
export function walkRow(row: HTMLElement, { key }: { key: string }): boolean {
  const all = [...row.querySelectorAll<HTMLElement>("a, button")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: all.length - 1 }[key];
  if (next === undefined) return false;
  all[Math.max(0, Math.min(next, all.length - 1))]?.focus();
  return true;
}
