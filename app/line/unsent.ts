/**
 * What was typed into forms and not sent, kept in this tab of the browser alone (sessionStorage): after a crash or a reload
 * it is offered again. Never what is secret; gone when it was sent, and at sign-out.
 */

/** Of one page. `fields` by the place of their form on the page and their name: `0 quantity.3`. */
export interface Unsent {
  /** Who typed it. */
  account: string;
  at: number;
  fields: Record<string, string[]>;
}

/** The parts of sessionStorage that are used. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

const prefix = "unsent ";
/** Characters of one page's record; more is no form that somebody types. */
const longest = 100_000;
const secretNames = /pass|pwd|cvv|token|secret|checkcode|captcha/i;
const secretFills = /password|one-time-code|^cc-/;

/** What names a field and tells whether it may be kept. */
export interface Described {
  name: string;
  type: string;
  autocomplete: string;
}

export function mayBeKept({ name, type, autocomplete }: Described): boolean {
  if (name === "" || ["password", "hidden", "file", "submit", "button", "image", "reset"].includes(type)) return false;
  return !secretNames.test(name) && !secretFills.test(autocomplete);
}

/** Adds what is typed now to what is kept of the page. Without a word of content nothing stays. */
export function keepUnsent(shelf: Shelf, address: string, unsent: Unsent): void {
  const before = readUnsent(shelf, address, unsent.account);
  const fields = { ...before?.fields, ...unsent.fields };
  const says = Object.values(fields).some((values) => values.some((value) => value !== ""));
  const text = JSON.stringify({ ...unsent, fields });
  if (!says || text.length > longest) {
    shelf.removeItem(prefix + address);
    return;
  }
  try {
    shelf.setItem(prefix + address, text);
  } catch {
    // Full, or forbidden by the browser's settings: then nothing is offered again.
  }
}

/** Null where nothing is kept for this account; what another one left behind goes. */
export function readUnsent(shelf: Shelf, address: string, account: string): Unsent | null {
  try {
    const kept = JSON.parse(shelf.getItem(prefix + address) ?? "null") as Unsent | null;
    if (kept === null || kept.account === account) return kept;
  } catch {
    // Not what we have written.
  }
  dropUnsent(shelf, address);
  return null;
}

export function dropUnsent(shelf: Shelf, address: string): void {
  shelf.removeItem(prefix + address);
}

export function dropAllUnsent(shelf: Shelf): void {
  dropWhere(shelf, () => true);
}

/** Of one page, whatever its query: a counter asks for a price under one address and sells under another. */
export function dropUnsentOf(shelf: Shelf, path: string): void {
  dropWhere(shelf, (address) => address.split("?")[0] === path);
}

function dropWhere(shelf: Shelf, goes: (address: string) => boolean): void {
  const names = Array.from({ length: shelf.length }, (_, at) => shelf.key(at) ?? "");
  for (const name of names) if (name.startsWith(prefix) && goes(name.slice(prefix.length))) shelf.removeItem(name);
}
