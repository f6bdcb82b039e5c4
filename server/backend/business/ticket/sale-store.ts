/** Writes a sale in one statement: the order, its lines as sold, its tickets, and the payment. */
import { sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";
import { allocate } from "../order/allocate";
import { preparedRowsOf } from "../order/rows";
import { businessDay } from "./check-clock";
import type { Taking } from "./quota-take";
import { validityOf } from "./rules/sellable";
import { type Cart, drawsFrom } from "./sale-cart";
import { counterChannel } from "./sale-context";
import type { Visitor } from "./sale-visitors";
import { newQrText, newTicketNumber } from "./ticket-code";

export interface Sale {
  cart: Cart;
  /** The holder of each ticket, line by line. */
  holders: readonly Visitor[][];
  orderNo: string;
  /** First of the running numbers of the tickets. */
  firstSequence: number;
  quotaDays: Map<Taking, number>;
  posId: number | null;
  posName: string;
  paymentType: string;
  contactName: string;
  contactMobile: string;
  remark: string;
}

/** Answers the order's id. */
export async function insertSale(call: Call, sale: Sale): Promise<number> {
  const { cart } = sale;
  const { lines, tickets, quotas } = partsOf(call, sale);
  const quantity = cart.lines.reduce((sum, line) => sum + line.quantity, 0);
  const at = sql`${call.now.toISOString()}::timestamptz`;
  const [row] = await preparedRowsOf<{ id: number }>(
    call.db,
    sql`
      with sold as (
        insert into orders (
          order_no, channel, state, visit_day, contact_name, contact_mobile, quantity,
          total, discount, payable, paid, seller_id, seller_name, pos_id, pos_name, remark, parks, created_at,
          updated_at
        )
        values (
          ${sale.orderNo}, ${counterChannel}, 'paid', ${cart.visitDay}, ${sale.contactName}, ${sale.contactMobile},
          ${quantity}, ${cart.total}, ${cart.discount}, ${cart.payable}, ${cart.payable},
          ${call.caller.userId}, ${call.caller.name}, ${sale.posId}, ${sale.posName}, ${sale.remark},
          ${parksOf(cart)}::bigint[], ${at}, ${at}
        )
        returning id
      ),
      lines as (
        insert into sub_order (
          order_id, line_no, ticket_type_id, ticket_type_name, kind, park_id, slot, quantity, face_price, list_price,
          unit_price, amount, discount, policy_id, policy_name, real_name, refund_rule, refund_bands, validity,
          valid_from, valid_to, admissions, pass_interval, gate_group_id, entry_from, entry_to
        )
        select sold.id, l.line_no, l.ticket_type_id, l.ticket_type_name, l.kind, l.park_id, l.slot, l.quantity,
               l.face_price, l.list_price, l.unit_price, l.amount, l.discount, l.policy_id, l.policy_name,
               l.real_name, l.refund_rule, l.refund_bands, l.validity, l.valid_from, l.valid_to, l.admissions,
               l.pass_interval, l.gate_group_id, l.entry_from, l.entry_to
        from sold, json_populate_recordset(null::sub_order, ${JSON.stringify(lines)}::json) l
        returning *
      ),
      issued as (
        insert into ticket (
          ticket_no, qr_text, order_id, line_id, ticket_type_id, ticket_type_name, park_id, gate_group_id, visit_day,
          slot, valid_from, valid_to, entry_from, entry_to, pass_interval, price, admissions, holder_name,
          holder_identity, issued_at
        )
        select t.ticket_no, t.qr_text, lines.order_id, lines.id, lines.ticket_type_id, lines.ticket_type_name,
               lines.park_id, lines.gate_group_id, ${cart.visitDay}::date, lines.slot, lines.valid_from, lines.valid_to,
               lines.entry_from, lines.entry_to, lines.pass_interval, t.price, lines.admissions, t.holder_name,
               t.holder_identity, ${at}
        from json_to_recordset(${JSON.stringify(tickets)}::json) as t (
               line_no int, ticket_no text, qr_text text, price bigint, holder_name text, holder_identity text
             )
        join lines on lines.line_no = t.line_no
        order by t.ticket_no
      ),
      drawn as (
        insert into sub_order_quota (line_id, quota_day_id)
        select lines.id, q.quota_day_id
        from json_to_recordset(${JSON.stringify(quotas)}::json) as q (line_no int, quota_day_id bigint)
        join lines on lines.line_no = q.line_no
      ),
      received as (
        insert into payment (at, order_id, kind, payment_type, amount, account_id, account_name)
        select ${at}, id, 'payment', ${sale.paymentType}, ${cart.payable}::bigint,
               ${call.caller.userId}::bigint, ${call.caller.name}
        from sold
      )
      select id from sold
    `,
  );
  if (!row) throw new Error("an insert answers its row");
  return row.id;
}

const parksOf = ({ lines }: Cart) => `{${[...new Set(lines.map(({ type }) => type.parkId))].sort((a, b) => a - b)}}`;

/** The rows as the tables have them. The order's discount is spread over lines and tickets, exact to the fen. */
function partsOf(call: Call, { cart, holders, firstSequence, quotaDays }: Sale) {
  const discounts = allocate(
    cart.discount,
    cart.lines.map(({ amount }) => amount),
  );
  const today = businessDay(call.now);
  let sequence = firstSequence;
  const lines = cart.lines.map((line, index) => lineRow(call, cart, line, index, discounts[index] ?? 0));
  const tickets = cart.lines.flatMap(({ quantity, unitPrice }, index) => {
    const discount = discounts[index] ?? 0;
    const shares = allocate(discount, Array<number>(quantity).fill(unitPrice));
    return shares.map((share, place) => ({
      line_no: index + 1,
      ticket_no: newTicketNumber(today, sequence++),
      qr_text: newQrText(),
      price: unitPrice - share,
      holder_name: holders[index]?.[place]?.name ?? "",
      holder_identity: holders[index]?.[place]?.identity ?? "",
    }));
  });
  const quotas = cart.lines.flatMap((line, index) =>
    [...quotaDays]
      .filter(([taking]) => drawsFrom(line, taking))
      .map(([, quotaDayId]) => ({ line_no: index + 1, quota_day_id: quotaDayId })),
  );
  return { lines, tickets, quotas };
}

function lineRow(call: Call, { visitDay }: Cart, line: Cart["lines"][number], index: number, discount: number) {
  const { type } = line;
  const { validFrom, validTo } = validityOf(type, { visitDay, now: call.now });
  return {
    line_no: index + 1,
    ticket_type_id: type.id,
    ticket_type_name: type.name,
    kind: type.kind,
    park_id: type.parkId,
    slot: line.slot,
    quantity: line.quantity,
    face_price: type.facePrice,
    list_price: type.listPrice,
    unit_price: line.unitPrice,
    amount: line.amount,
    discount,
    policy_id: line.policyId,
    policy_name: line.policyName,
    real_name: type.realName,
    refund_rule: type.refundRule,
    refund_bands: type.refundBands ?? "",
    validity: type.validity,
    valid_from: validFrom,
    valid_to: validTo,
    admissions: type.admissions,
    pass_interval: type.passInterval,
    gate_group_id: type.gateGroupId,
    entry_from: type.entryFrom,
    entry_to: type.entryTo,
  };
}
