/**
 * What a list does by keyboard and by dragging, where scripts run; fetched after the page stands. Everything here has a way
 * without: links, ticks and the panel of columns.
 */

interface Hooks {
  /** Goes to an address of the console. */
  go: (to: string) => void;
  /** Reads the list again. */
  again: () => void;
}

/** Listens on a list's page; answers what stops it. */
export function enhanceList(root: HTMLElement, { go, again }: Hooks): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  document.addEventListener("keydown", (event) => onKey(root, event), { signal });
  root.addEventListener("click", (event) => takeTicksAlong(root, event, go), { signal, capture: true });
  listenToColumns(root, again, signal);
  return () => stop.abort();
}

const typing = "input:not([type=checkbox]), select, textarea, [contenteditable]";

/** `/` goes to the filter, arrows to the next row, Enter opens it, space ticks it. */
function onKey(root: HTMLElement, event: KeyboardEvent): void {
  const { target, key } = event;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof HTMLElement))
    return;
  // The list of a tab that is not shown keeps still.
  if (!root.isConnected || target.closest("dialog[open]")) return;
  if (target.matches(typing)) {
    if (key === "ArrowDown" || key === "ArrowUp") besideCell(target, key === "ArrowDown" ? 1 : -1, event);
    return;
  }
  if (key === "/") {
    const first = root.querySelector<HTMLElement>(".filters input:not([type=hidden]), .filters select");
    if (!first) return;
    event.preventDefault();
    first.focus();
    return;
  }
  const inside = root.contains(target) ? target.closest<HTMLTableRowElement>("tbody > tr") : null;
  if (key === "ArrowDown" || key === "ArrowUp") {
    if (!inside && !target.closest(".table-frame") && target !== document.body && target.id !== "main") return;
    const rows = [...root.querySelectorAll<HTMLTableRowElement>(".table-frame tbody > tr")];
    const next = rows[inside ? rows.indexOf(inside) + (key === "ArrowDown" ? 1 : -1) : 0];
    if (!next) return;
    event.preventDefault();
    next.tabIndex = -1;
    next.focus();
    return;
  }
  if (inside !== target) return;
  if (key === "Enter") inside.querySelector<HTMLAnchorElement>("a[href]")?.click();
  if (key === " ") {
    event.preventDefault();
    inside.querySelector<HTMLInputElement>(".tick > input")?.click();
  }
}

/** In a table whose cells are changed: the same column, a row further. */
function besideCell(input: HTMLElement, step: 1 | -1, event: KeyboardEvent): void {
  const cell = input.closest<HTMLTableCellElement>(".cells td");
  if (!cell || input.matches("select, [type=date], [type=number]")) return;
  const row = cell.parentElement as HTMLTableRowElement;
  const beside = step === 1 ? row.nextElementSibling : row.previousElementSibling;
  const next = beside?.children[cell.cellIndex]?.querySelector<HTMLInputElement>("input:not([type=hidden])");
  if (!next) return;
  event.preventDefault();
  next.select();
}

/** A link to another page of the list takes what is ticked along; without scripts the buttons beside the ticks do. */
function takeTicksAlong(root: HTMLElement, event: MouseEvent, go: Hooks["go"]): void {
  const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>("a[href]");
  const bar = root.querySelector(".bulk");
  if (!link || !bar || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const to = new URL(link.href);
  const leads = to.pathname === location.pathname && !to.searchParams.has("all") && !to.searchParams.has("ask");
  if (!leads || !link.closest(".pager, thead")) return;
  const others = bar.querySelector<HTMLInputElement>("input[name=sel]")?.value ?? "";
  const ticked = [...root.querySelectorAll<HTMLInputElement>(".tick > input[name=s]:checked")].map(
    ({ value }) => value,
  );
  const sel = [others, ...ticked].filter(Boolean).join(".");
  if (sel === "" && !to.searchParams.has("sel")) return;
  event.preventDefault();
  event.stopPropagation();
  if (sel === "") to.searchParams.delete("sel");
  else to.searchParams.set("sel", sel);
  go(to.pathname + to.search);
}

const edge = 8;

/** A heading's edge is dragged to widen it, the heading itself to another place. */
function listenToColumns(root: HTMLElement, again: Hooks["again"], signal: AbortSignal): void {
  const headingOf = (target: EventTarget | null) =>
    (target as Element | null)?.closest?.<HTMLTableCellElement>("thead th[data-column]") ?? null;
  const atEdge = (heading: HTMLElement, x: number) => heading.getBoundingClientRect().right - x < edge;
  let moved: HTMLTableCellElement | null = null;

  root.addEventListener(
    "pointermove",
    ({ target, clientX }) => {
      const heading = headingOf(target);
      if (heading) heading.style.cursor = atEdge(heading, clientX) ? "col-resize" : "";
    },
    { signal },
  );
  root.addEventListener(
    "pointerdown",
    (event) => {
      const heading = headingOf(event.target);
      if (!heading || event.button !== 0) return;
      const wide = atEdge(heading, event.clientX);
      heading.draggable = !wide;
      if (!wide) return;
      event.preventDefault();
      const from = heading.offsetWidth - event.clientX;
      const widen = ({ clientX }: PointerEvent) => {
        const width = `${Math.min(800, Math.max(48, Math.round(from + clientX)))}px`;
        Object.assign(heading.style, { width, minWidth: width });
      };
      const end = () => {
        document.removeEventListener("pointermove", widen);
        // The click that ends it must not sort.
        document.addEventListener("click", (click) => click.preventDefault(), { capture: true, once: true });
        void keep(root);
      };
      document.addEventListener("pointermove", widen);
      document.addEventListener("pointerup", end, { once: true });
    },
    { signal },
  );
  root.addEventListener(
    "dragstart",
    ({ target }) => {
      moved = headingOf(target);
    },
    { signal },
  );
  root.addEventListener(
    "dragover",
    (event) => {
      if (moved && headingOf(event.target)) event.preventDefault();
    },
    { signal },
  );
  root.addEventListener(
    "drop",
    (event) => {
      const onto = headingOf(event.target);
      if (!moved || !onto || onto === moved) return;
      event.preventDefault();
      const names = headings(root).map(nameOf);
      const [from, to] = [names.indexOf(nameOf(moved)), names.indexOf(nameOf(onto))];
      names.splice(to, 0, ...names.splice(from, 1));
      void keep(root, names).then(again);
    },
    { signal },
  );
}

const headings = (root: HTMLElement) => [...root.querySelectorAll<HTMLTableCellElement>("thead th[data-column]")];
const nameOf = (heading: HTMLElement) => heading.dataset.column ?? "";

async function keep(root: HTMLElement, names = headings(root).map(nameOf)): Promise<void> {
  const form = new FormData();
  form.set("do", "drag");
  form.set("list", location.pathname);
  for (const name of names) {
    form.append("c", name);
    form.append("shown", name);
    const heading = headings(root).find((one) => nameOf(one) === name);
    if (heading?.style.width) form.set(`w.${name}`, String(Number.parseInt(heading.style.width, 10)));
  }
  await fetch("/listMemory", { method: "POST", body: form }).catch(() => {});
}
