/** Sub-tickets: the parts that one ticket is settled by. Their shares add up to whatever is paid, to the fen. */
import { z } from "zod";
import { date, dictionary, lines, moment, money, number, reference, text } from "../field-kinds";
import type { Line, LineProblem } from "../line-rule";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, fenInAll, id } from "../validators";

/** What shares by per mille add up to. */
export const wholePrice = 1000;

const partFields = {
  name: text({ label: m.sub_ticket_part, required: true, max: 40 }),
  /** One of the two: whose the share is. */
  parkId: reference("park", { label: m.sub_ticket_park }),
  party: text({ label: m.sub_ticket_party, max: 60 }),
  perMille: number({ label: m.sub_ticket_per_mille, min: 0, max: wholePrice, total: true }),
  amount: money({ label: m.sub_ticket_amount, total: true }),
};

/** What is sold keeps the shares that it was sold under. */
export const subTicket = resource("ticket", "subTicket", {
  title: m.sub_ticket,
  listTitle: m.fun_son_tk_info,
  path: "/ticket/sonTkInfo",
  fun: "sonTkInfo",
  nameField: "name",
  defaultSort: { field: "id", order: "desc" },
  tools: [
    { label: m.sub_ticket_settlement, to: "/ticket/sonTkSettle" },
    { label: m.sub_ticket_shares, to: "/ticket/sonTkShares" },
  ],
  fields: {
    name: text({
      label: m.name,
      required: true,
      max: 60,
      help: m.sub_ticket_name_help,
      list: true,
      filter: "contains",
    }),
    ticketTypeId: reference("ticketType", {
      ...{ label: m.ticket_type, required: true, remote: true, unique: true, createOnly: true },
      ...{ list: true, filter: "equals" },
    }),
    splitBy: dictionary("subTicketSplit", {
      ...{
        label: m.sub_ticket_split_by,
        help: m.sub_ticket_split_by_help,
        required: true,
        default: "perMille",
        list: true,
      },
    }),
    parts: lines(partFields, {
      ...{ label: m.sub_ticket_parts, help: m.sub_ticket_parts_help, key: ["name"], min: 1, max: 20, ordered: true },
      rules: [forOne, sharesSaid],
    }),
  },
});

const isSaid = (value: unknown) => value !== null && value !== undefined && value !== "";

/** A share is a park's or a party's. */
function forOne(parts: readonly Line[]): LineProblem[] {
  return parts.flatMap((part, line): LineProblem[] => {
    const [park, party] = [isSaid(part.parkId), isSaid(part.party)];
    if (park === party) return [{ line, field: park ? "party" : "parkId", message: m.sub_ticket_for_one() }];
    return [];
  });
}

/** Each part says its share, in the way that the price is split by, and in no other; per mille add up to the whole. */
function sharesSaid(parts: readonly Line[], { splitBy }: Readonly<Record<string, unknown>>): LineProblem[] {
  const [said, other] = splitBy === "amount" ? (["amount", "perMille"] as const) : (["perMille", "amount"] as const);
  const problems = parts.flatMap((part, line): LineProblem[] => {
    if (!isSaid(part[said])) return [{ line, field: said, message: m.v_required() }];
    return isSaid(part[other]) ? [{ line, field: other, message: m.sub_ticket_one_share() }] : [];
  });
  if (problems.length > 0 || splitBy === "amount") return problems;
  const sum = parts.reduce((total, { perMille }) => total + Number(perMille), 0);
  return sum === wholePrice ? [] : [{ message: m.sub_ticket_not_whole({ sum }) }];
}

/** Each movement of a share: sold, or given back. Their sum is what was paid for the tickets less what went back of it. */
export const subTicketShare = resource("ticket", "subTicketShare", {
  title: m.sub_ticket_shares,
  path: "/ticket/sonTkShares",
  fun: "sonTkInfo",
  nameField: "at",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  fields: {
    at: moment({ label: m.sub_ticket_at, list: true }),
    day: date({ label: m.sub_ticket_day, list: "file", filter: "between" }),
    kind: dictionary("subTicketMove", { label: m.sub_ticket_kind, list: true, values: ["sale", "refund"] }),
    orderNo: text({
      ...{ label: m.order_no, list: true, filter: "equals" },
      page: ({ orderId }) => (orderId ? `/offlineOrderDetail?id=${orderId}` : null),
    }),
    orderId: number({ label: m.order_no, list: "answer" }),
    ticketTypeId: reference("ticketType", { label: m.ticket_type, list: true, filter: "equals", remote: true }),
    name: text({ label: m.sub_ticket_part, list: true, filter: "equals" }),
    settleTo: text({ label: m.sub_ticket_to, list: true, filter: "equals" }),
    quantity: number({ label: m.sub_ticket_tickets, list: true }),
    amount: money({ label: m.sub_ticket_amount, list: true, total: true }),
  },
});

/** Days at a time. */
export const longestSettlement = 92;

/** By ticket type, sub-ticket and day: what was sold, what went back, what is left to settle. */
export const subTicketSettlement = method("ticket", "subTicketSettlement", {
  payload: z
    .object({ from: day, to: day, ticketTypeId: id.optional() })
    .refine(({ from, to }) => from <= to, { path: ["to"], error: () => m.forms_v_range() }),
  answer: z.object({
    rows: z.array(
      z.object({
        ticketTypeId: id,
        ticketTypeName: z.string(),
        name: z.string(),
        settleTo: z.string(),
        day,
        /** Tickets sold less those that went back. */
        quantity: z.number(),
        sold: fenInAll,
        /** Of what was sold, less the fees that were kept. */
        givenBack: fenInAll,
        /** Below zero where more went back on the day than was sold. */
        due: z.number(),
      }),
    ),
    /** Those that have sub-tickets. */
    types: z.array(z.object({ id, name: z.string() })),
  }),
  access: { fun: "sonTkInfo" },
});
