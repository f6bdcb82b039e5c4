/** Why something cannot be sold now, in one sentence; "" when it can. Pure: the same answer before and after pressing. */

import { businessDay, clock } from "~/contract/business-time";
import { m } from "~/contract/messages";
import type { BookingClock } from "~/contract/ticket/booking-clock";
import { type OffDays, offOn, sayOff } from "~/contract/ticket/gate-rules/off-days";
import { clockWhyNot, shutWhyNot } from "./booking-clock";
import { addDays } from "./days";

/** Days ahead that are open for sale. */
export const saleHorizon = 365;

export interface SellableTerms {
  name: string;
  status: string;
  parkName: string;
  parkStatus: string;
  channels: readonly string[];
  /** Their names, earliest first. */
  slots: readonly string[];
  entryFrom: string | null;
  entryTo: string | null;
  validity: string;
  validDays: number | null;
  /** Days that a fixed range begins and ends with. */
  rangeFrom?: string | null;
  rangeTo?: string | null;
  /** First and last day on which it is sold; null: no limit. */
  saleFrom?: string | null;
  saleTo?: string | null;
  /** From when and until when it is sold for a day, by channel. */
  clocks?: readonly BookingClock[];
  /** Of what its tickets keep: days on which it is neither sold nor valid. */
  rules?: { offDays?: OffDays[] };
  /** Who may buy it; it is not sold while that is suspended. */
  concession?: { name: string; status: string } | null;
  /** Of a select-point type: days from the visit day on. */
  visitDays?: number | null;
}

export interface Wish {
  channel: string;
  visitDay: string;
  now: Date;
}

/** As to the day alone, whatever is bought. */
export function dayWhyNot({ visitDay, now }: Pick<Wish, "visitDay" | "now">): string {
  const today = businessDay(now);
  if (visitDay < today) return m.r_day_past({ day: visitDay, today });
  if (visitDay > addDays(today, saleHorizon)) return m.r_day_far({ day: visitDay, days: saleHorizon });
  return "";
}

/** As to the type and the day. */
export function typeWhyNot(type: SellableTerms, wish: Wish): string {
  const { name } = type;
  if (type.status === "draft") return m.r_type_draft({ name });
  if (type.status === "suspended") return m.r_type_suspended({ name });
  if (type.status !== "onSale") return m.r_type_retired({ name });
  if (type.parkStatus !== "T") return m.r_park_suspended({ name, park: type.parkName });
  if (!type.channels.includes(wish.channel)) return m.r_not_on_channel({ name });
  if (type.concession?.status === "F") {
    return m.concession_suspended({ name, concession: type.concession.name });
  }
  const badDay = dayWhyNot(wish);
  if (badDay) return badDay;
  const today = businessDay(wish.now);
  if (type.saleFrom && today < type.saleFrom) return m.r_not_yet_sold({ name, from: type.saleFrom });
  if (type.saleTo && today > type.saleTo) return m.r_no_longer_sold({ name, to: type.saleTo });
  const byClock = clockWhyNot(type, wish);
  if (byClock) return byClock;
  const off = offOn(type.rules?.offDays, wish.visitDay);
  if (off) return m.blackout_at_sale({ name, days: sayOff(off) });
  const { validFrom, validTo } = validityOf(type, wish);
  if (type.validity === "range" && (wish.visitDay < validFrom || wish.visitDay > validTo)) {
    return m.r_outside_range({ name, from: validFrom, to: validTo, day: wish.visitDay });
  }
  if (validTo < wish.visitDay) {
    return m.r_visit_after_validity({ name, days: type.validDays ?? 1, day: wish.visitDay });
  }
  const to = lastEntryOf(type);
  if (wish.visitDay === today && to && clock(wish.now) > to) return m.r_entry_over({ name, to });
  const { slots } = type;
  if (slots.length === 0) return "";
  if (slots.every((slot) => slotIsOver(slot, wish))) return m.r_slots_over({ name });
  const shut = slots.every((slot) => slotIsOver(slot, wish) || shutWhyNot(type, slot, wish) !== "");
  return shut ? m.r_clock_slots_closed({ name, day: wish.visitDay }) : "";
}

/** As to the slot: one of the type's, and not over. */
export function slotWhyNot(type: SellableTerms, slot: string, wish: Wish): string {
  const { name, slots } = type;
  if (slots.length === 0) return slot === "" ? "" : m.r_no_slots({ name, slot });
  if (slot === "") return m.r_slot_required({ name });
  if (!slots.includes(slot)) return m.r_slot_unknown({ name, slot });
  if (slotIsOver(slot, wish)) return m.r_slot_over({ name, slot, day: wish.visitDay });
  return shutWhyNot(type, slot, wish);
}

/** Of the day itself: a window past midnight ends on none of its minutes. */
function lastEntryOf({ entryFrom, entryTo }: SellableTerms): string | null {
  return entryFrom && entryTo && entryTo < entryFrom ? null : entryTo;
}

export function slotIsOver(slot: string, { visitDay, now }: Wish): boolean {
  return visitDay === businessDay(now) && clock(now) >= slot.slice(6);
}

/** The days on which a ticket sold now admits. */
export function validityOf(
  terms: Pick<SellableTerms, "validity" | "validDays" | "rangeFrom" | "rangeTo" | "visitDays">,
  { visitDay, now }: Pick<Wish, "visitDay" | "now">,
): { validFrom: string; validTo: string } {
  const { validity, validDays, rangeFrom, rangeTo, visitDays } = terms;
  if (validity === "range" && rangeFrom && rangeTo) return { validFrom: rangeFrom, validTo: rangeTo };
  if (validity !== "days") return { validFrom: visitDay, validTo: addDays(visitDay, (visitDays ?? 1) - 1) };
  const today = businessDay(now);
  return { validFrom: today, validTo: addDays(today, (validDays ?? 1) - 1) };
}
