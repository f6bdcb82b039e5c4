/**
 * Whether a ticket type is sold for a day yet, or no longer, by its booking clock. Every way to sell asks it through
 * `sellable.ts`. Pure: moments are worked out on the clock of the corp.
 */
import { addDays, momentOf, stamp } from "~/contract/business-time";
import { m } from "~/contract/messages";
import { type BookingClock, clockOn } from "~/contract/ticket/booking-clock";

export interface ClockedTerms {
  name: string;
  slots: readonly string[];
  entryFrom: string | null;
  entryTo: string | null;
  clocks?: readonly BookingClock[];
}

interface At {
  channel: string;
  visitDay: string;
  now: Date;
}

/** From when on; null: nothing is said. */
export function opensAt({ releaseDays, releaseTime }: BookingClock, visitDay: string): Date | null {
  return releaseDays === null ? null : momentOf(`${addDays(visitDay, -releaseDays)}T${releaseTime ?? "00:00"}`);
}

/** The first moment at which it is sold no more; null: nothing is said. `slot` is "" of a type without slots. */
export function closesAt(
  { closeMinutes, closeTime }: BookingClock,
  { entryFrom, entryTo }: Pick<ClockedTerms, "entryFrom" | "entryTo">,
  visitDay: string,
  slot: string,
): Date | null {
  if (closeMinutes === null && closeTime === null) return null;
  const begin = beginOf({ closeTime, entryFrom, entryTo, slot }, visitDay);
  return begin && new Date(begin.getTime() - (closeMinutes ?? 0) * 60_000);
}

/** What the minutes count from. Entry past midnight ends on the next day. */
function beginOf(
  {
    closeTime,
    entryFrom,
    entryTo,
    slot,
  }: Record<"closeTime" | "entryFrom" | "entryTo", string | null> & { slot: string },
  visitDay: string,
): Date | null {
  if (slot !== "") return momentOf(`${visitDay}T${slot.slice(0, 5)}`);
  if (closeTime !== null) return momentOf(`${visitDay}T${closeTime}`);
  if (entryTo === null) return null;
  const past = entryFrom !== null && entryTo < entryFrom;
  return momentOf(`${past ? addDays(visitDay, 1) : visitDay}T${entryTo}`);
}

/** As to the type and the day; of one with slots each slot closes by itself ({@link shutWhyNot}). "" when it is sold. */
export function clockWhyNot(terms: ClockedTerms, at: At): string {
  const { name, slots, clocks = [] } = terms;
  const { channel, visitDay: day, now } = at;
  const clock = clockOn(clocks, channel);
  const opens = clock ? opensAt(clock, day) : null;
  if (opens && now < opens) return m.r_clock_not_open({ name, day, opens: minute(opens) });
  return slots.length > 0 ? "" : shutWhyNot(terms, "", at);
}

/** Why the slot, or the day of a type without slots (""), is sold no more; "" when it is. */
export function shutWhyNot(terms: ClockedTerms, slot: string, { channel, visitDay: day, now }: At): string {
  const { name, clocks = [] } = terms;
  const clock = clockOn(clocks, channel);
  const closes = clock ? closesAt(clock, terms, day, slot) : null;
  if (!closes || now < closes) return "";
  const closed = minute(closes);
  return slot === "" ? m.r_clock_closed({ name, day, closed }) : m.r_clock_slot_closed({ name, day, slot, closed });
}

/**
 * How long an order of these types waits for its payment: the shortest that a clock says, of a combo its own or a part's;
 * `usual` of a type where none does.
 */
export function payMinutesOf(
  types: readonly (Clocks & { combo?: { parts: readonly { type: Clocks }[] } })[],
  channel: string,
  usual: number,
): number {
  const each = types.map((type) => {
    const own = [type, ...(type.combo?.parts ?? []).map((part) => part.type)];
    const said = own.flatMap(({ clocks = [] }) => clockOn(clocks, channel)?.payMinutes ?? []);
    return said.length > 0 ? Math.min(...said) : usual;
  });
  return Math.min(...each);
}

type Clocks = Pick<ClockedTerms, "clocks">;

const minute = (moment: Date): string => stamp(moment).slice(0, 16);
