/** A cart as a part of an order: takes its quota, and issues the tickets once the order is written. */
import { sql } from "drizzle-orm";
import { allocate } from "../../kernel/allocate";
import { businessDay } from "../../kernel/business-time";
import { preparedRowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Part, PlacedLine, PlacedOrder, QuotedLine } from "../order/sellable";
import { claimCapacity } from "./capacity";
import type { TakeQuota, Taking } from "./quota-take";
import { validityOf } from "./rules/sellable";
import { type Cart, type CartLine, drawsFrom, peopleByPark } from "./sale-cart";
import type { Visitor } from "./sale-visitors";
import { newQrText, newTicketNumber } from "./ticket-code";

/** `holders`: the holder of each ticket, line by line. */
export function ticketPart(cart: Cart, holders: readonly Visitor[][], takeQuota: TakeQuota): Part {
  let quotaDays = new Map<Taking, number>();
  return {
    business: "ticket",
    lines: cart.lines.map((line) => quotedLine(cart, line)),
    whyNot: cart.whyNot,
    async take(call, orderNo) {
      await claimCapacity(call, cart.capacities, cart.visitDay, peopleByPark(cart.lines));
      quotaDays = await takeQuota(call, cart.takings, orderNo);
    },
    fulfil: (call, order, lines) => issue(call, order, rowsOfTickets(call, cart, holders, lines, quotaDays)),
  };
}

function quotedLine(
  { visitDay, now }: Cart,
  { type, slot, quantity, unitPrice, amount, ofCombo, ...line }: CartLine,
): QuotedLine {
  const { validFrom, validTo } = validityOf(type, { visitDay, now });
  return {
    kind: type.kind,
    subjectId: type.id,
    name: type.name,
    parkId: type.parkId,
    quantity,
    unitPrice,
    amount,
    terms: {
      slot,
      facePrice: type.facePrice,
      listPrice: type.listPrice,
      policyId: line.policyId,
      policyName: line.policyName,
      realName: type.realName,
      refundRule: type.refundRule,
      refundBands: type.refundBands,
      validity: type.validity,
      validFrom,
      validTo,
      admissions: type.admissions,
      passInterval: type.passInterval,
      gateGroupId: type.gateGroupId,
      entryFrom: type.entryFrom,
      entryTo: type.entryTo,
      rules: type.rules,
      ...(ofCombo && { combo: ofCombo }),
    },
  };
}

/** The rows as the tables have them. A line's discount is spread over its tickets, exact to the fen. */
function rowsOfTickets(
  call: Call,
  cart: Cart,
  holders: readonly Visitor[][],
  placed: readonly PlacedLine[],
  quotaDays: ReadonlyMap<Taking, number>,
) {
  const today = businessDay(call.now);
  let sequence = call.numbers.take(
    "TK",
    today,
    cart.lines.reduce((sum, { quantity }) => sum + quantity, 0),
  );
  const lines = cart.lines.flatMap((line, index) => {
    const { type, slot } = line;
    const at = placed[index];
    if (!at) return [];
    const { validFrom, validTo } = validityOf(type, cart);
    return [
      {
        line_id: at.id,
        ticket_type_id: type.id,
        ticket_type_name: type.name,
        park_id: type.parkId,
        gate_group_id: type.gateGroupId,
        slot,
        valid_from: validFrom,
        valid_to: validTo,
        entry_from: type.entryFrom,
        entry_to: type.entryTo,
        pass_interval: type.passInterval,
        rules: type.rules,
        admissions: type.admissions,
      },
    ];
  });
  const tickets = placed.flatMap(({ id, quantity, unitPrice, discount }, index) =>
    allocate(discount, Array<number>(quantity).fill(unitPrice)).map((share, place) => ({
      line_id: id,
      ticket_no: newTicketNumber(today, sequence++),
      qr_text: newQrText(),
      price: unitPrice - share,
      combo_set: cart.lines[index]?.places?.[place]?.set ?? null,
      holder_name: holders[index]?.[place]?.name ?? "",
      holder_document: holders[index]?.[place]?.document ?? "resident",
      holder_country: holders[index]?.[place]?.country ?? "",
      holder_identity: holders[index]?.[place]?.identity ?? "",
    })),
  );
  const quotas = cart.lines.flatMap((line, index) =>
    [...quotaDays]
      .filter(([taking]) => drawsFrom(line, taking))
      .map(([, quotaDayId]) => ({ line_id: placed[index]?.id ?? 0, quota_day_id: quotaDayId })),
  );
  return { lines, tickets, quotas };
}

/** Tickets, and where their places came from, in one statement. */
async function issue(
  call: Call,
  order: PlacedOrder,
  { lines, tickets, quotas }: ReturnType<typeof rowsOfTickets>,
): Promise<void> {
  await preparedRowsOf(
    call.db,
    sql`
      with issued as (
        insert into ticket (
          ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, gate_group_id, visit_day,
          slot, valid_from, valid_to, entry_from, entry_to, pass_interval, rules, price, admissions, holder_name,
          holder_document, holder_country, holder_identity, combo_set, issued_at
        )
        select t.ticket_no, t.qr_text, ${order.id}::bigint, l.line_id, l.ticket_type_id, l.ticket_type_name, l.park_id,
               l.gate_group_id, ${order.visitDay}::date, l.slot, l.valid_from, l.valid_to, l.entry_from, l.entry_to,
               l.pass_interval, coalesce(l.rules, '{}'), t.price, l.admissions, t.holder_name, t.holder_document,
               t.holder_country, t.holder_identity, t.combo_set,
               ${call.now.toISOString()}::timestamptz
        from json_to_recordset(${JSON.stringify(tickets)}::json) as t (
               line_id bigint, ticket_no text, qr_text text, price bigint, holder_name text, holder_document text,
               holder_country text, holder_identity text, combo_set int
             )
        join json_populate_recordset(null::ticket, ${JSON.stringify(lines)}::json) l on l.line_id = t.line_id
        order by t.ticket_no
      )
      insert into sub_order_quota (line_id, quota_day_id)
      select q.line_id, q.quota_day_id
      from json_to_recordset(${JSON.stringify(quotas)}::json) as q (line_id bigint, quota_day_id bigint)
    `,
  );
}
