/** One visitor takes another ticket type: numbers and the order of the people follow. Pure. */
import type { Typed } from "~/form/submission.server";

const parts = ["Name", "Document", "Country", "Identity"];

/** The form as it is after `swap` (`place/from/to`); null where none was pressed, or it fits nothing. */
export function swapOf(typed: Typed): Typed | null {
  const match = /^(\d{1,3})\/([1-9]\d{0,14})\/([1-9]\d{0,14})$/.exec(typed.swap ?? "");
  if (!match) return null;
  const [, place = "", from = "", to = ""] = match;
  const { swap: _, ...others } = typed;
  const named = new Set((typed.namedTypes ?? "").split(",").filter((one) => one !== ""));
  const numbers = numbersOf(typed).filter(({ type }) => named.has(type));
  const people = numbers.flatMap(({ type, quantity }) => Array<string>(quantity).fill(type));
  if (people[Number(place)] !== from || !named.has(to)) return null;
  people[Number(place)] = to;
  // The order of the offers is that of the lines, and so of the people.
  const order = numbers.map(({ type }) => type);
  const places = people.map((type, index) => ({ type, index }));
  places.sort((one, other) => order.indexOf(one.type) - order.indexOf(other.type) || one.index - other.index);
  const after: Typed = { ...others };
  const slot = typed[`slot.${from}`];
  if (slot && `slot.${to}` in typed) after[`slot.${to}`] = slot;
  for (const type of order) {
    const quantity = people.filter((one) => one === type).length;
    after[`quantity.${type}`] = quantity > 0 ? String(quantity) : "";
  }
  places.forEach(({ index }, at) => {
    for (const part of parts) {
      const name = `visitor${part}.${index}`;
      if (name in typed) after[`visitor${part}.${at}`] = typed[name] ?? "";
      else delete after[`visitor${part}.${at}`];
    }
  });
  return after;
}

/** Numbers of types in the order of the form; of those that are not typed as well, since one may be swapped for them. */
function numbersOf(typed: Typed): { type: string; quantity: number }[] {
  return Object.entries(typed).flatMap(([name, raw]) => {
    const match = /^quantity\.(\d{1,15})$/.exec(name);
    const text = raw.trim();
    return match?.[1] ? [{ type: match[1], quantity: /^\d{1,4}$/.test(text) ? Number(text) : 0 }] : [];
  });
}
