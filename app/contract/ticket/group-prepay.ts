/**
 * What groups pay ahead: asked for by the agreement or the booking, received against the booking, credited when it is settled,
 * given back when it is cancelled in time, and forfeited when that is late.
 */
import { z } from "zod";
import { yuanOf } from "../audit-trace";
import { dictionary, money, number, reference, text } from "../field-kinds";
import type { Rule } from "../form-rules";
import { ledger } from "../ledger";
import { m } from "../messages";
import { method } from "../method";
import { option } from "../resource";
import { fen, fenInAll, id, idempotencyKey } from "../validators";

/** As an agreement says them for all groups of its agency, and a booking for itself. */
export const prepayTerms = {
  prepayPercent: number({
    label: m.group_prepay_percent,
    help: m.group_prepay_percent_help,
    min: 1,
    max: 100,
    omissible: true,
  }),
  prepayAmount: money({ label: m.group_prepay_amount, help: m.group_prepay_amount_help, omissible: true }),
  prepayHours: number({
    label: m.group_prepay_hours,
    help: m.group_prepay_hours_help,
    min: 1,
    max: 720,
    omissible: true,
  }),
  prepayBackHours: number({
    label: m.group_prepay_back_hours,
    help: m.group_prepay_back_hours_help,
    min: 0,
    max: 720,
    omissible: true,
  }),
} as const;

export const prepayRules: readonly Rule<"prepayAmount">[] = [
  {
    field: "prepayAmount",
    holds: ({ prepayPercent, prepayAmount }) => !prepayPercent || !prepayAmount,
    message: m.group_prepay_one,
  },
];

const page = "/createGroup/{bookingId}/desk";

/** Money of groups that are still to come: nobody's revenue before it is credited or forfeited. */
export const groupPrepaidLedger = ledger("ticket", "groupPrepaidLedger", {
  title: m.group_prepaid_ledger,
  path: "/groupPrepaid",
  fun: "groupPrepaid",
  unit: "fen",
  figures: { held: m.group_prepaid_held, kept: m.group_prepaid_kept },
  kindsName: ["团队预付款变动", "Movement of a group's prepayment"],
  kinds: {
    take: { label: m.group_prepaid_take, moves: { held: 1 }, cash: true, page },
    payBack: { label: m.group_prepaid_back, moves: { held: -1 }, cash: true, page },
    // Its order takes it by the same way at the same moment: in the cash-up both stand against each other.
    credit: { label: m.group_prepaid_credit, moves: { held: -1 }, cash: true, page },
    forfeit: { label: m.group_prepaid_forfeit, moves: { held: -1, kept: 1 }, page },
  },
  accounts: {
    bookingId: reference("groupBooking", { label: m.group_booking, list: true, filter: "equals", remote: true }),
    paymentType: dictionary("paymentType", { label: m.group_pay_by, list: true, filter: "equals" }),
  },
  beside: { reason: text({ label: m.group_cancel_reason, max: 200, list: true }) },
});

/** How a booking stands with what it pays ahead. */
export const groupPrepaid = z.object({
  /** What is to be paid ahead, in fen. */
  asked: fen,
  /** Received and neither credited nor given back. */
  held: fenInAll,
  /** Forfeited. */
  kept: fenInAll,
  /** Still to be paid ahead. */
  owed: fen,
  /** How it stands, in a sentence; "" where nothing is asked. */
  says: z.string(),
  /** What becomes of it where the booking is cancelled now; "" where nothing is held. */
  cancelSays: z.string(),
  /** It is past its time, and something is owed. */
  isLate: z.boolean(),
  /** What was received, by way. */
  ways: z.array(z.object({ paymentType: z.string(), held: fenInAll })),
  /** Ways by which it may be received here. */
  paymentTypes: z.array(option),
});
export type GroupPrepaid = z.output<typeof groupPrepaid>;

/** Receives a prepayment of a confirmed booking: no more than is still owed of it. */
export const groupPrepay = method("ticket", "groupPrepay", {
  payload: z.object({ id, idempotencyKey, amount: fen, paymentType: z.string().max(20) }),
  answer: z.object({ id, held: fenInAll, owed: fen }),
  access: { fun: "createGroup", button: "groupBooking:prepay" },
  writes: true,
  told: ({ name, after }) => m.did_group_prepaid({ name, amount: yuanOf(after?.prepaid) }),
  idempotent: true,
});
