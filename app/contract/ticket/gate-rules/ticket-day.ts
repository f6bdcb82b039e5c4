/** The hours of a ticket, and the day that a moment belongs to for it: a night ticket's small hours are of the evening before. */
import { addDays, businessDay, clock } from "../../business-time";
import type { TicketRules, TicketSnapshot } from "./facts";

type Hours = Pick<TicketSnapshot, "slot" | "entryFrom" | "entryTo"> & {
  rules: Pick<TicketRules, "graceBefore" | "graceAfter">;
};

const wholeDay = 24 * 60;

export interface TicketMoment {
  /** yyyy-MM-dd. */
  day: string;
  /** Since that day began; past midnight more than 24 hours. */
  minute: number;
}

/** The slot with its grace and the type's own window together: the later beginning, the earlier end. */
export function hoursOf({ slot, entryFrom, entryTo, rules }: Hours): { from: number; to: number } {
  const [slotFrom = "", slotTo = ""] = slot.split("-");
  const own = windowOf(entryFrom ?? "", entryTo ?? "");
  const slotted = windowOf(slotFrom, slotTo);
  const to = Math.min(own.to, slotted.to + (rules.graceAfter ?? 0));
  return {
    from: Math.max(own.from, slotted.from - (rules.graceBefore ?? 0)),
    to: to === Number.POSITIVE_INFINITY ? wholeDay : to,
  };
}

export function ticketMoment(hours: Hours, now: Date): TicketMoment {
  const { from, to } = hoursOf(hours);
  const day = businessDay(now);
  const minute = minutesOf(clock(now));
  // The last minute counts, as everywhere.
  const ofTheNight = minute + wholeDay <= to && minute < from;
  return ofTheNight ? { day: addDays(day, -1), minute: minute + wholeDay } : { day, minute };
}

/** An end before its beginning lies past midnight. */
function windowOf(from: string, to: string): { from: number; to: number } {
  const begins = from === "" ? 0 : minutesOf(from);
  if (to === "") return { from: begins, to: Number.POSITIVE_INFINITY };
  const ends = minutesOf(to);
  return { from: begins, to: ends < begins ? ends + wholeDay : ends };
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** HH:mm. */
export function timeOf(minute: number): string {
  const within = minute === wholeDay ? wholeDay : minute % wholeDay;
  return `${String(Math.floor(within / 60)).padStart(2, "0")}:${String(within % 60).padStart(2, "0")}`;
}
