/** What lines do where scripts run: buttons at once, keys of a spreadsheet, a block of cells from the clipboard. */
import type { ClipboardEvent, KeyboardEvent, MouseEvent } from "react";
import { lineSayers } from "~/contract/line-sayers";
import { m } from "~/contract/messages";
import type { InputView } from "../load-form.server";
import { type CellText, cellReader } from "./line-cells";
import { fieldOf, freshKey, inserted, type LineRow, moved, nameOf, removed } from "./line-rows";
import { totalOf } from "./line-totals";
import { blockOf } from "./pasted-block";

export interface Editing {
  root: HTMLElement;
  input: InputView;
  rows: readonly LineRow[];
  /** For those who do not see it. */
  say: (message: string) => void;
  /** `focus`: the input that people go on with; "" for where they are. */
  change: (rows: LineRow[], focus: string) => void;
}

/** A button that would post the form does what it says. */
export function press(event: MouseEvent, editing: Editing): void {
  const button = (event.target as Element).closest<HTMLButtonElement>('button[name="intent"]');
  const [verb = "", name, row = "0"] = button?.value.split(":") ?? [];
  if (name !== editing.input.name || !Object.hasOwn(verbs, verb)) return;
  event.preventDefault();
  verbs[verb]?.(editing, Number(row));
}

export function key(event: KeyboardEvent, editing: Editing): void {
  if (isScan(event.target as HTMLElement, editing) && event.key === "Enter" && !event.nativeEvent.isComposing) {
    event.preventDefault();
    return void scan(editing);
  }
  const { target, key: pressed, ctrlKey, metaKey, altKey, shiftKey } = event;
  const place = placeOf(target as HTMLElement, editing);
  if (event.defaultPrevented || event.nativeEvent.isComposing || !place || shiftKey) return;
  const step = { ArrowUp: -1, ArrowDown: 1 }[pressed];
  const does =
    pressed === "Enter" && !ctrlKey && !metaKey && !altKey && !(target instanceof HTMLButtonElement)
      ? () => nextLine(editing, place)
      : pressed === "Delete" && (ctrlKey || metaKey)
        ? () => drop(editing, place.row)
        : step && altKey && editing.input.lines?.ordered
          ? () => move(editing, place.row, place.row + step, place.field)
          : null;
  if (!does) return;
  event.preventDefault();
  does();
}

/** A block of cells fills lines and columns from the cell that has the focus; lines that are missing are added. */
export async function paste(event: ClipboardEvent, editing: Editing): Promise<void> {
  const place = placeOf(event.target as HTMLElement, editing);
  const block = blockOf(event.clipboardData.getData("text/plain"));
  const { lines, bounds, name } = editing.input;
  // One cell goes where the cursor is.
  if (!place || !lines || (block.length < 2 && (block[0]?.length ?? 0) < 2)) return;
  event.preventDefault();
  const first = lines.fresh.findIndex((cell) => fieldOf(cell.name) === place.field);
  const room = (bounds?.max ?? 0) - place.row;
  const taken = block.slice(0, Math.max(0, room));
  const reader = cellReader();
  const rows = editing.rows.map((row, index) => held(editing, row, index));
  let wrong = 0;
  let focus = nameOf(name, place.row, place.field);
  for (const [down, texts] of taken.entries()) {
    const at = place.row + down;
    const row = rows[at] ?? fresh(editing);
    const cells = await Promise.all(
      row.cells.map((cell, column) => {
        const text = texts[column - first];
        return text === undefined || cell.disabled ? null : reader(cell, text);
      }),
    );
    rows[at] = filled(row, cells);
    const bad = cells.findIndex((cell) => cell?.problem);
    if (bad >= 0 && wrong === 0) focus = nameOf(name, at, fieldOf(row.cells[bad]?.name ?? ""));
    wrong += cells.filter((cell) => cell?.problem).length;
  }
  editing.change(rows, focus);
  editing.say(wrong > 0 ? m.lines_pasted_wrong({ n: taken.length, wrong }) : m.lines_pasted({ n: taken.length }));
}

/** Sums of what the inputs hold now, by field of the line. */
export function totalsOf(root: HTMLElement, { name, lines }: InputView, rows: number): Record<string, string> {
  const summed = lines?.fresh.filter((cell) => fieldOf(cell.name) in lines.totals) ?? [];
  return Object.fromEntries(
    summed.map((cell) => {
      const field = fieldOf(cell.name);
      const texts = Array.from({ length: rows }, (_, row) => textIn(root, nameOf(name, row, field)));
      return [field, totalOf(cell.kind, texts)];
    }),
  );
}

/** What the lines say as they stand now; it is shown once the words are there. */
export function speak(
  root: HTMLElement,
  { name, lines }: InputView,
  rows: number,
  show: (said: string[]) => void,
): void {
  if (!lines?.spoken) return;
  const fields = lines.fresh.map((cell) => fieldOf(cell.name));
  const textsOf = (row: number) =>
    Object.fromEntries(fields.map((field) => [field, textIn(root, nameOf(name, row, field))]));
  lineSayers[lines.spoken.by]().then(
    (say) => show(Array.from({ length: rows }, (_, row) => say(textsOf(row)))),
    // Nothing is better than what was so before.
    () => show([]),
  );
}

const verbs: Readonly<Record<string, (editing: Editing, row: number) => void>> = {
  add: (editing) => add(editing),
  copy: (editing, row) => copy(editing, row),
  drop: (editing, row) => drop(editing, row),
  scan: (editing) => void scan(editing),
  up: (editing, row) => move(editing, row, row - 1),
  down: (editing, row) => move(editing, row, row + 1),
};

const isScan = (target: HTMLElement, { input }: Editing) => target.getAttribute("name") === `scan.${input.name}`;

/** One more of what was scanned, in the line that has it or in a new one. The input is ready for the next at once. */
async function scan(editing: Editing): Promise<void> {
  const { root, input } = editing;
  const { lines, name, bounds } = input;
  const field = root.querySelector<HTMLInputElement>(`[name="${CSS.escape(`scan.${name}`)}"]`);
  const text = field?.value.trim() ?? "";
  const cell = lines?.fresh.find((one) => fieldOf(one.name) === lines.scan?.find);
  if (!field || !cell || !lines?.scan || text === "") return;
  field.value = "";
  const read = await cellReader(true)(cell, text);
  if (read.problem || !read.option) return editing.say(m.lines_scan_unknown({ text: text.slice(0, 40) }));
  const { find, count } = lines.scan;
  const rows = editing.rows.map((row, index) => held(editing, row, index));
  const valueIn = (row: LineRow | undefined, of: string) =>
    row?.cells.find((one) => fieldOf(one.name) === of)?.value ?? "";
  const same = rows.findIndex((row) => valueIn(row, find) === read.value);
  const free = same >= 0 ? same : rows.findIndex((row) => valueIn(row, find) === "");
  const at = free < 0 ? rows.length : free;
  if (at >= (bounds?.max ?? 0)) return editing.say(m.lines_scan_full({ n: bounds?.max ?? 0 }));
  const had = Number(valueIn(rows[at], count));
  const next = same >= 0 && Number.isInteger(had) ? had + 1 : 1;
  const row = rows[at] ?? fresh(editing);
  rows[at] = filled(
    row,
    row.cells.map((one) => {
      if (fieldOf(one.name) === find) return read;
      return fieldOf(one.name) === count ? { value: String(next) } : null;
    }),
  );
  editing.change(rows, `scan.${name}`);
  editing.say(m.lines_scanned({ name: read.option.label, n: next }));
}

function add(editing: Editing, field?: string): void {
  const { rows, input } = editing;
  if (rows.length >= (input.bounds?.max ?? 0)) return;
  editing.change([...rows, fresh(editing)], focusAt(editing, rows.length, field));
}

function copy(editing: Editing, at: number): void {
  const { rows, input } = editing;
  const row = rows[at];
  if (!row || rows.length >= (input.bounds?.max ?? 0)) return;
  const twin = { ...held(editing, row, at), key: freshKey(), id: "", errors: {} };
  editing.change(inserted(rows, at + 1, twin), focusAt(editing, at + 1));
}

function drop(editing: Editing, at: number): void {
  const { rows, input } = editing;
  if (rows.length <= (input.bounds?.min ?? 0)) return;
  const next = Math.min(at, rows.length - 2);
  editing.change(removed(rows, at), next < 0 ? input.name : focusAt(editing, next));
}

function move(editing: Editing, from: number, to: number, field?: string): void {
  if (to < 0 || to >= editing.rows.length) return;
  editing.change(moved(editing.rows, from, to), focusAt(editing, to, field));
}

/** The same column, a line further down; behind the last line there is a new one. */
function nextLine(editing: Editing, { row, field }: Place): void {
  if (row + 1 >= editing.rows.length) add(editing);
  else document.getElementById(`f-${nameOf(editing.input.name, row + 1, field)}`)?.focus();
}

function focusAt({ input }: Editing, row: number, field?: string): string {
  return nameOf(input.name, row, field ?? fieldOf(input.lines?.fresh[0]?.name ?? ""));
}

interface Place {
  row: number;
  field: string;
}

/** Inputs are found by their names, comboboxes by their ids. */
function placeOf(target: HTMLElement, { input }: Editing): Place | null {
  const name = target.getAttribute("name") ?? target.id.replace(/^f-/, "");
  const match = name.startsWith(`${input.name}[`) ? /^\[(\d+)\]\./.exec(name.slice(input.name.length)) : null;
  return match ? { row: Number(match[1]), field: fieldOf(name) } : null;
}

function fresh({ input }: Editing): LineRow {
  return { key: freshKey(), id: "", cells: input.lines?.fresh ?? [], errors: {} };
}

/** A row with what its inputs hold now, as what they begin with. */
function held({ root, input }: Editing, row: LineRow, index: number): LineRow {
  const cells = row.cells.map((cell) => {
    const name = nameOf(input.name, index, fieldOf(cell.name));
    const value = textIn(root, name);
    if (!cell.source) return { ...cell, value };
    const label = (document.getElementById(`f-${name}`) as HTMLInputElement | null)?.value ?? "";
    return { ...cell, value, options: [{ value, label }] };
  });
  return { ...row, cells };
}

function textIn(root: HTMLElement, name: string): string {
  const element = root.querySelector<HTMLInputElement | HTMLSelectElement>(`[name="${CSS.escape(name)}"]`);
  if (element instanceof HTMLInputElement && element.type === "checkbox") return element.checked ? element.value : "";
  return element?.value ?? "";
}

function filled(row: LineRow, texts: readonly (CellText | null)[]): LineRow {
  const errors = { ...row.errors };
  const cells = row.cells.map((cell, column): InputView => {
    const given = texts[column];
    if (!given) return cell;
    delete errors[fieldOf(cell.name)];
    if (given.problem) errors[fieldOf(cell.name)] = [given.problem];
    return { ...cell, value: given.value, ...(given.option && { options: [given.option] }) };
  });
  return { ...row, key: freshKey(), cells, errors };
}
