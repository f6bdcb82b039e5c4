/** What the terms of a ticket type ask of one another beyond their fields. Pure. */
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { reservationKind } from "~/contract/ticket/reservation-kind";

const time = /^([01]\d|2[0-3]):[0-5]\d$/;

export interface TicketTerms {
  entryFrom: string | null;
  entryTo: string | null;
  admissions: number;
  persons?: number | null;
  minPerOrder: number;
  maxPerOrder: number;
  validity: string;
  validDays: number | null;
  realName: string;
  perIdentityDay: number | null;
  rangeFrom?: string | null;
  rangeTo?: string | null;
  saleFrom?: string | null;
  saleTo?: string | null;
  kind?: string;
  facePrice?: number;
  listPrice?: number;
  changes?: readonly string[] | null;
  expiredRefund?: string | null;
  slots?: readonly unknown[] | null;
  graceBefore?: number | null;
  graceAfter?: number | null;
}

/** What is wrong with the terms. */
export function wrongTerms(given: TicketTerms): FieldErrors {
  const errors: FieldErrors = {};
  const say = (field: keyof TicketTerms, message: string | undefined) => {
    if (message) errors[field] = [...(errors[field] ?? []), message];
  };
  if (given.entryFrom && !time.test(given.entryFrom)) say("entryFrom", m.r_time());
  if (given.entryTo && !time.test(given.entryTo)) say("entryTo", m.r_time());
  // An end before its beginning lies past midnight; the same time would be no window.
  if (given.entryFrom && given.entryFrom === given.entryTo) say("entryTo", m.r_entry_window());
  if ((given.persons ?? 1) > given.admissions) say("persons", m.r_persons_above({ admissions: given.admissions }));
  if (given.slots?.length === 0) {
    if (given.graceBefore) say("graceBefore", m.r_grace_wants_slots());
    if (given.graceAfter) say("graceAfter", m.r_grace_wants_slots());
  }
  if (given.maxPerOrder < given.minPerOrder) say("maxPerOrder", m.r_max_below_min({ min: given.minPerOrder }));
  if (given.validity === "days" && given.validDays === null) say("validDays", m.v_required());
  if (given.perIdentityDay !== null && given.realName === "none") say("perIdentityDay", m.r_limit_needs_names());
  if (given.validity === "range") {
    if (!given.rangeFrom) say("rangeFrom", m.r_range_wanted());
    if (!given.rangeTo) say("rangeTo", m.r_range_wanted());
  }
  if (given.kind === reservationKind) {
    if (given.listPrice) say("listPrice", m.reservation_type_free());
    if (given.facePrice) say("facePrice", m.reservation_type_free());
    if (given.realName === "none") say("realName", m.reservation_type_named());
    if (given.validity !== "day") say("validity", m.reservation_type_day());
    if (given.changes?.length) say("changes", m.reservation_type_unchanged());
    // What is given back would no longer count as a day that nobody came.
    if (given.expiredRefund) say("expiredRefund", m.reservation_type_expired());
  }
  if (given.rangeFrom && given.rangeTo && given.rangeTo < given.rangeFrom) say("rangeTo", m.r_range_order());
  if (given.saleFrom && given.saleTo && given.saleTo < given.saleFrom) say("saleTo", m.r_sale_order());
  return errors;
}
