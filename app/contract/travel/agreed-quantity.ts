/**
 * What an agency agreed to bring within a period, in tiers, and what each ticket gives back once a tier is reached. A rebate
 * is reckoned on tickets that were admitted, paid and not given back, and always booked: open → booked | void.
 */
import { z } from "zod";
import { command } from "../command";
import { date, dictionary, lines, money, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { method } from "../method";
import { formatYuan } from "../money";
import { resource } from "../resource";
import { day, fenInAll, id } from "../validators";

const tiers = lines(
  {
    atLeast: number({ label: m.agreed_at_least, required: true, min: 1, max: 10_000_000 }),
    rebate: money({ label: m.agreed_rebate, required: true }),
  },
  {
    ...{ label: m.agreed_tiers, help: m.agreed_tiers_help, key: ["atLeast"], min: 1, max: 10, ordered: true },
    rules: [tiersRise],
    say: ({ atLeast, rebate }) => m.agreed_tier_said({ n: Number(atLeast), amount: formatYuan(Number(rebate)) }),
  },
);

/** Who brings more never gets less a ticket. */
function tiersRise(rows: readonly Line[]): LineProblem[] {
  return rows.flatMap(({ atLeast, rebate }, line) => {
    const before = rows[line - 1];
    if (!before) return [];
    if (Number(atLeast) <= Number(before.atLeast)) return [{ line, field: "atLeast", message: m.agreed_tiers_rise() }];
    return Number(rebate) < Number(before.rebate) ? [{ line, field: "rebate", message: m.agreed_rebates_rise() }] : [];
  });
}

export const agreedQuantity = resource("manage", "agreedQuantity", {
  title: m.agreed_one,
  listTitle: m.fun_travel_agreed_ticket_num_detail,
  path: "/travelInfo/travelAgreedTicketNumDetail",
  fun: "travelAgreedTicketNumDetail",
  nameField: "code",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  links: [{ label: m.agreed_standing, to: "/travelInfo/travelAgreedTicketNumDetail/{id}/standing" }],
  rules: [
    { field: "toDay", holds: ({ fromDay, toDay }) => String(fromDay) <= String(toDay), message: m.travel_days_order },
  ],
  fields: {
    code: text({
      ...{ label: m.agreed_code, required: true, max: 40, code: true, unique: true },
      ...{ list: true, filter: "contains", sort: true },
    }),
    agencyId: reference("agency", {
      ...{ label: m.travel_agency, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    fromDay: date({ label: m.travel_from, required: true, list: true }),
    toDay: date({ label: m.travel_to, required: true, list: true, filter: "between", sort: true }),
    tiers,
    /** Of what was sold on account: what is paid, or all of it. */
    counts: dictionary("agreedCounts", {
      ...{ label: m.agreed_counts, help: m.agreed_counts_help, required: true, values: ["paid", "sold"] },
      default: "paid",
    }),
    reason: text({ label: m.agreed_reason, help: m.agreed_reason_help, required: true, max: 200 }),
    remark: text({ label: m.remark, max: 200, multiline: true }),
    /** As booked. */
    tickets: number({ label: m.agreed_booked_tickets, list: true, form: false }),
    amount: money({ label: m.agreed_booked_amount, list: true, form: false }),
    /** Of it, what was taken back for tickets that were refunded afterwards. */
    takenBack: money({ label: m.agreed_taken_back, list: true, form: false }),
    status: dictionary("agreedQuantityState", {
      ...{ label: m.status, required: true, values: ["open", "booked", "void"], default: "open" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    book: command({
      ...{ label: m.agreed_book, from: ["open"], to: "booked", tone: "good", question: m.agreed_book_question },
    }),
    takeBack: command({
      label: m.agreed_take_back,
      from: ["booked"],
      tone: "bad",
      question: m.agreed_take_back_question,
    }),
    cancel: command({ ...{ label: m.travel_void, from: ["open"], to: "void", tone: "bad", question: true } }),
  },
});

/** How far an agreement is fulfilled: tickets admitted by month, the tier reached, what is missing to the next, the forecast. */
export const agreedStanding = method("manage", "agreedStanding", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    code: z.string(),
    agencyId: id,
    agency: z.string(),
    fromDay: day,
    toDay: day,
    status: z.string(),
    reason: z.string(),
    /** Figures are of the parks that the caller sees. */
    partial: z.boolean(),
    counts: z.enum(["paid", "sold"]),
    /** Admitted, not paid, and so not counted. */
    unpaid: z.number().int(),
    /** Admitted, counted and not given back, of orders for a day within the period; of those that are booked, as booked. */
    admitted: z.number().int(),
    /** Sold for a day within the period and not given back, admitted or not. */
    sold: z.number().int(),
    /** At the pace until now, on the last day; null before the first day. */
    forecast: z.number().int().nullable(),
    /** Fen, for the tier that is reached now, and the one of the forecast. */
    rebate: fenInAll,
    forecastRebate: fenInAll,
    /** Of one that is booked: tickets that still count, fen that were taken back, and fen that are to be. */
    counting: z.number().int(),
    takenBack: fenInAll,
    toTakeBack: fenInAll,
    tiers: z.array(z.object({ atLeast: z.number().int(), rebate: z.number().int(), reached: z.boolean() })),
    months: z.array(z.object({ month: z.string(), sold: z.number().int(), admitted: z.number().int() })),
  }),
  access: { fun: "travelAgreedTicketNumDetail" },
});
