/**
 * Ticks many seats at once: by drag, by Shift for the rectangle between two, by whole rows, and by keys. The boxes stay what
 * they are without scripts, and so does the form. For the Tab key all seats are one stop, so that what is behind is near.
 */
import { type RefObject, useEffect, useState } from "react";

const boxes = (form: HTMLElement) => [...form.querySelectorAll<HTMLInputElement>("label.seat input")];
/** Of whole rows, where a plan has them. */
const rowBoxes = (form: HTMLElement) => [...form.querySelectorAll<HTMLInputElement>("input[name=row]")];
const seatOf = (target: EventTarget | null) =>
  target instanceof Element ? (target.closest("label.seat")?.querySelector<HTMLInputElement>("input") ?? null) : null;

/** Row and place in it, as the table has them. */
function placeOf(box: HTMLInputElement): { row: number; at: number } {
  const cell = box.closest<HTMLTableCellElement>("td, th");
  const row = cell?.parentElement;
  return { row: row instanceof HTMLTableRowElement ? row.rowIndex : 0, at: cell?.cellIndex ?? 0 };
}

/** Answers how many are ticked, by themselves or with their rows. */
export function useSeatPick(form: RefObject<HTMLFormElement | null>): number {
  const [ticked, setTicked] = useState(0);
  // Seats come and go while others sell.
  useEffect(() => {
    if (!form.current) return;
    oneStop(form.current);
    setTicked(tickedIn(form.current));
  });
  useEffect(() => {
    const own = form.current;
    if (!own) return;
    let anchor: HTMLInputElement | null = null;
    let drag: { first: HTMLInputElement; tick: boolean; moved: boolean } | null = null;
    let rowAnchor: HTMLInputElement | null = null;
    const count = () => setTicked(tickedIn(own));
    const tick = (box: HTMLInputElement, checked: boolean) => {
      box.checked = checked;
      tickPartner(own, box);
    };
    const changed = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "seat") tickPartner(own, target);
      count();
    };

    const down = (event: PointerEvent) => {
      const box = seatOf(event.target);
      if (!box || event.pointerType !== "mouse" || event.button !== 0 || event.shiftKey) return;
      drag = { first: box, tick: !box.checked, moved: false };
    };
    const over = (event: PointerEvent) => {
      const box = seatOf(event.target);
      if (!drag || !box || (event.buttons & 1) === 0 || (box === drag.first && !drag.moved)) return;
      drag.moved = true;
      tick(drag.first, drag.tick);
      tick(box, drag.tick);
      count();
    };
    const rowClick = (box: HTMLInputElement, withShift: boolean) => {
      const all = rowBoxes(own);
      const [one, other] = [all.indexOf(rowAnchor ?? box), all.indexOf(box)];
      if (withShift)
        for (const between of all.slice(Math.min(one, other), Math.max(one, other) + 1)) tick(between, box.checked);
      rowAnchor = box;
      count();
    };
    const click = (event: MouseEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.name === "row")
        return rowClick(event.target, event.shiftKey);
      const box = seatOf(event.target);
      if (!box) return;
      if (event.shiftKey && anchor) {
        event.preventDefault();
        // The browser puts a box back whose press is refused; the rectangle comes after that.
        const from = anchor;
        setTimeout(() => {
          tickBetween(own, from, box);
          count();
        });
      } else if (drag?.moved) event.preventDefault();
      anchor = box;
      drag = null;
    };
    const up = (event: PointerEvent) => {
      // A drag that ends on another seat is followed by no press of either.
      if (drag?.moved && seatOf(event.target) !== drag.first) drag = null;
    };
    const key = (event: KeyboardEvent) => {
      const box = event.target instanceof HTMLInputElement ? seatOf(event.target) : null;
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "z" && !(event.target instanceof HTMLTextAreaElement)) {
        own.querySelector<HTMLButtonElement>("button[value=undo]")?.click();
      } else if (!box) return;
      else if (isCommand && event.key.toLowerCase() === "a") for (const one of boxes(own)) tick(one, true);
      else if (event.key === "Escape") for (const one of [...boxes(own), ...rowBoxes(own)]) tick(one, false);
      else if (event.key.startsWith("Arrow")) {
        const next = beside(own, box, event.key);
        if (event.shiftKey && next) {
          tick(box, true);
          tick(next, true);
        }
        next?.focus();
      } else return;
      event.preventDefault();
      count();
    };

    const focused = ({ target }: FocusEvent) => oneStop(own, seatOf(target));

    own.addEventListener("focusin", focused);
    own.addEventListener("pointerdown", down);
    own.addEventListener("pointerover", over);
    own.addEventListener("pointerup", up);
    own.addEventListener("click", click);
    own.addEventListener("keydown", key);
    own.addEventListener("change", changed);
    own.addEventListener("reset", count);
    return () => {
      own.removeEventListener("focusin", focused);
      own.removeEventListener("pointerdown", down);
      own.removeEventListener("pointerover", over);
      own.removeEventListener("pointerup", up);
      own.removeEventListener("click", click);
      own.removeEventListener("keydown", key);
      own.removeEventListener("change", changed);
      own.removeEventListener("reset", count);
    };
  }, [form]);
  return ticked;
}

const tickedIn = (form: HTMLElement) => {
  const rows = new Set(rowBoxes(form).flatMap((box) => (box.checked ? [placeOf(box).row] : [])));
  return boxes(form).filter((box) => box.checked || (rows.size > 0 && rows.has(placeOf(box).row))).length;
};

/** Two couple seats that are sold as a pair are ticked as one, but where half a pair is meant. */
function tickPartner(form: HTMLElement, box: HTMLInputElement): void {
  const { partner } = box.dataset;
  if (partner === undefined || form.querySelector<HTMLInputElement>("input[name=leaveGaps]")?.checked) return;
  const other = form.querySelector<HTMLInputElement>(`input[name=seat][value="${partner}"]`);
  if (other) other.checked = box.checked;
}

/** The seat that the Tab key comes to: the last one that was there, or the first. */
function oneStop(form: HTMLElement, now?: HTMLInputElement | null): void {
  const all = boxes(form);
  const stop = now ?? all.find((box) => box === document.activeElement || box.tabIndex === 0) ?? all[0];
  for (const box of all) if (box.tabIndex !== (box === stop ? 0 : -1)) box.tabIndex = box === stop ? 0 : -1;
}

function tickBetween(form: HTMLElement, one: HTMLInputElement, other: HTMLInputElement): void {
  const [a, b] = [placeOf(one), placeOf(other)];
  const between = (value: number, x: number, y: number) => value >= Math.min(x, y) && value <= Math.max(x, y);
  for (const box of boxes(form)) {
    const { row, at } = placeOf(box);
    if (between(row, a.row, b.row) && between(at, a.at, b.at)) {
      box.checked = true;
      tickPartner(form, box);
    }
  }
}

/** The nearest seat that way: in the same row, or in the next row that has one. */
function beside(form: HTMLElement, box: HTMLInputElement, key: string): HTMLInputElement | undefined {
  const here = placeOf(box);
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const sign = key === "ArrowLeft" || key === "ArrowUp" ? -1 : 1;
  const far = ({ row, at }: { row: number; at: number }) =>
    isAcross ? Math.abs(at - here.at) : Math.abs(row - here.row) * 1_000 + Math.abs(at - here.at);
  return boxes(form)
    .map((one) => ({ one, place: placeOf(one) }))
    .filter(({ place }) =>
      isAcross ? place.row === here.row && (place.at - here.at) * sign > 0 : (place.row - here.row) * sign > 0,
    )
    .sort((a, b) => far(a.place) - far(b.place))[0]?.one;
}
