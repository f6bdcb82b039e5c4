/**
 * Lines of the counter's cart that are for other days than the one on offer, as the form has them: a field each,
 * `also.<place>.<day>.<ticket type>.<slot>` with the number of tickets. Pure, in the browser as well.
 */
import { addDays } from "~/contract/business-time";

export interface KeptLine {
  field: string;
  place: number;
  visitDay: string;
  ticketTypeId: number;
  slot: string;
  /** As typed. */
  quantity: string;
}

const named = /^also\.(\d{1,3})\.(\d{4}-\d{2}-\d{2})\.([1-9]\d{0,14})\.(.{0,40})$/;

/** In the order in which they came into the cart, which is that of its visitors. */
export function keptLines(fields: Readonly<Record<string, string>>): KeptLine[] {
  const lines = Object.entries(fields).flatMap(([field, quantity]) => {
    const [, place, visitDay = "", type, slot = ""] = named.exec(field) ?? [];
    return place === undefined
      ? []
      : [{ field, place: Number(place), visitDay, ticketTypeId: Number(type), slot, quantity: quantity.trim() }];
  });
  return lines.sort((one, other) => one.place - other.place);
}

/** Tickets of the type are in the form, for whatever day. */
export const isChosen = (fields: Readonly<Record<string, string>>, ticketTypeId: number): boolean =>
  /[1-9]/.test(fields[`quantity.${ticketTypeId}`] ?? "") ||
  keptLines(fields).some((line) => line.ticketTypeId === ticketTypeId && /[1-9]/.test(line.quantity));

export const keptField = (
  place: number,
  { visitDay, ticketTypeId, slot }: Omit<KeptLine, "field" | "place" | "quantity">,
) => `also.${place}.${visitDay}.${ticketTypeId}.${slot}`;

/** The form with the numbers of its day kept, and the day after the last one of the cart on offer. */
export function withAnotherDay(typed: Readonly<Record<string, string>>): Record<string, string> {
  const { intent: _, visitDay = "", ...others } = typed;
  const kept = keptLines(typed);
  let place = (kept.at(-1)?.place ?? -1) + 1;
  const next: Record<string, string> = {};
  for (const [name, value] of Object.entries(others)) {
    const type = /^(quantity|slot)\.([1-9]\d{0,14})$/.exec(name);
    if (!type) next[name] = value;
    else if (type[1] === "quantity" && /[1-9]/.test(value)) {
      const line = { visitDay, ticketTypeId: Number(type[2]), slot: typed[`slot.${type[2]}`] ?? "" };
      next[keptField(place, line)] = value;
      place += 1;
    }
  }
  const last = [visitDay, ...kept.map((line) => line.visitDay)].sort().at(-1) ?? visitDay;
  return { ...next, visitDay: addDays(last, 1) };
}
