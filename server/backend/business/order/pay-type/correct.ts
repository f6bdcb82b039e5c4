/** Corrections of payment types: found, shown before they are made, made once, and told on the order's time line. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import {
  correctPayType,
  mostPayments,
  payTypeCorrection,
  payTypePayments,
  payTypeQuote,
  type StandingPayment,
} from "~/contract/order/pay-type";
import { businessDay, endOfDay, stamp, startOfDay } from "../../../kernel/business-time";
import { closedUntil } from "../../../kernel/closed-years";
import { dictionariesOf } from "../../../kernel/dictionaries";
import { yuan } from "../../../kernel/money";
import { Invalid, Refusal } from "../../../kernel/refusal";
import { rowsOf } from "../../../kernel/rows";
import { serveList } from "../../../kernel/serve-list";
import { type Call, type Served, serve } from "../../../kernel/served";
import { tellMoments } from "../../../kernel/time-line";
import { orderOfNo } from "../query-parts";
import { payTypeLog } from "../schema";
import { inClosedYear, type Looked, lookAt } from "./standing";

/** `look`: how a payment is read that is about to be corrected. */
export const payTypeServed = (look: typeof lookAt = lookAt): Served[] => [
  ...serveList(payTypeCorrection, { table: payTypeLog }),
  serve(payTypePayments, find),
  serve(payTypeQuote, async (call, { paymentId }) => {
    const looked = await lookAt(call, paymentId, false);
    const { whyNot, types, booking, version, paidAt } = looked;
    return {
      payment: shown(looked),
      ...{ whyNot, types: whyNot === "" ? types : [], version },
      booking: {
        ...{ how: booking.how, by: booking.by },
        ...{ day: businessDay(call.now), paidOn: businessDay(new Date(paidAt)), year: looked.closedYear },
      },
    };
  }),
  serve(correctPayType, (call, payload) => correct(call, payload, look)),
];

const shown = (row: Looked): StandingPayment => ({
  ...{ id: row.id, orderId: row.orderId, orderNo: row.orderNo, paidAt: stamp(row.paidAt) },
  ...{ paymentType: row.paymentType, amount: row.amount, by: row.accountName },
  ...{ shiftNo: row.shiftNo, corrected: row.corrected, closedYear: row.closedYear },
});

/** By the order's index or by that of the moment: each payment as it stands after what was corrected of it. */
async function find(call: Call, { orderNo, day, seller, paymentType }: ParsedPayloadOf<typeof payTypePayments>) {
  if (orderNo === "" && day === undefined) return { payments: [], more: false };
  const where =
    orderNo !== "" || day === undefined
      ? sql`f.order_id = ${orderOfNo(orderNo)}`
      : sql`f.at >= ${startOfDay(day).toISOString()}::timestamptz and f.at < ${endOfDay(day).toISOString()}::timestamptz
            and ${seller === "" ? sql`true` : sql`position(lower(${seller}) in lower(f.account_name)) > 0`}
            and ${paymentType === "" ? sql`true` : sql`p.payment_type = ${paymentType}`}`;
  const until = await closedUntil(call.db);
  const rows = await rowsOf<Omit<StandingPayment, "closedYear">>(
    call.db,
    sql`
      select p.id, o.id as "orderId", o.order_no as "orderNo", f.at as "paidAt", p.payment_type as "paymentType", p.amount,
             f.account_name as "by", coalesce(s.shift_no, '') as "shiftNo", last.new_id is not null as corrected
      from payment f
      left join lateral (
        select l.new_id from pay_type_log l
        where l.corp_code = f.corp_code and l.first_id = f.id
        order by l.id desc
        limit 1
      ) last on true
      join payment p on p.corp_code = f.corp_code and p.id = coalesce(last.new_id, f.id)
      join orders o on o.corp_code = f.corp_code and o.id = f.order_id
      left join shift s on s.corp_code = f.corp_code and s.id = f.shift_id
      where f.kind = 'payment'
        and ${where}
      order by f.at desc, p.id desc
      limit ${mostPayments + 1}
    `,
  );
  const payments = rows.slice(0, mostPayments).map((row) => ({
    ...{ ...row, paidAt: stamp(row.paidAt) },
    closedYear: inClosedYear(row.paidAt, until),
  }));
  return { payments, more: rows.length > mostPayments };
}

/** The order is locked: of two who correct at once the second finds what the first has done. */
async function correct(call: Call, payload: ParsedPayloadOf<typeof correctPayType>, look: typeof lookAt) {
  const { paymentId, toType, reason } = payload;
  if (reason === "") throw new Invalid({ reason: [m.pay_type_reason_required()] });
  const row = await look(call, paymentId, true);
  const { orderId, orderNo, amount, paymentType } = row;
  if (row.whyNot !== "") throw new Refusal(row.whyNot);
  if (toType === paymentType) throw new Invalid({ toType: [m.pay_type_no_same()] });
  if (!row.types.some(({ value }) => value === toType)) throw new Invalid({ toType: [m.pay_type_no_to()] });
  if (payload.version !== row.version) throw new Refusal(m.pay_type_no_version());
  const id = await write(call, row, toType, reason);
  const after = { correctionId: id, paymentType: toType, amount, reason };
  call.audit({ thing: "order", thingId: orderId, label: orderNo, before: { paymentType }, after });
  return { id, orderNo, amount };
}

/** Both rows and what they are of, in one statement. */
async function write(call: Call, row: Looked, toType: string, reason: string): Promise<number> {
  const { booking, amount } = row;
  const { userId, name } = call.caller;
  const at = sql`${call.now.toISOString()}::timestamptz`;
  const [written] = await rowsOf<{ id: number }>(
    call.db,
    sql`
      with moved as (
        insert into payment (at, order_id, kind, payment_type, amount, account_id, account_name, shift_id)
        select ${at}, ${row.orderId}::bigint, 'correction', way.type, way.amount, ${booking.accountId}::bigint,
               ${booking.by}, ${booking.shiftId}::bigint
        from (
          values (1, ${row.paymentType}, ${-amount}::bigint), (2, ${toType}, ${amount}::bigint)
        ) as way (place, type, amount)
        order by way.place
        returning id, amount
      )
      insert into pay_type_log (
        at, order_no, order_id, from_type, to_type, amount, paid_at, booked_name, reason, account_id, account_name,
        first_id, payment_id, reversal_id, new_id
      )
      select ${at}, ${row.orderNo}, ${row.orderId}, ${row.paymentType}, ${toType}, ${amount},
             ${new Date(row.paidAt).toISOString()}::timestamptz, ${booking.by}, ${reason}, ${userId}, ${name},
             ${row.firstId}, ${row.id}, back.id, forth.id
      from moved back
      join moved forth on back.amount < 0 and forth.amount > 0
      returning id
    `,
  );
  if (!written) throw new Error("the correction was not written");
  return written.id;
}

interface Told {
  at: string;
  by: string;
  from: string;
  to: string;
  amount: number;
  reason: string;
}

/** An entry of the audit trail about a correction has its id. */
export const tellPayTypes = () =>
  tellMoments(
    "order",
    "payTypes",
    async ({ db, locale }, orderId, most) => {
      const rows = await rowsOf<Told>(
        db,
        sql`
          select at, account_name as "by", from_type as "from", to_type as "to", amount, reason
          from pay_type_log
          where order_id = ${orderId}
          order by id desc
          limit ${most}
        `,
      );
      const { paymentType: items = [] } = rows.length > 0 ? await dictionariesOf(db, ["paymentType"], locale) : {};
      const nameOf = (type: string) => items.find(({ value }) => value === type)?.label ?? type;
      return rows.map(({ at, by, from, to, amount, reason }) => ({
        at: new Date(at),
        by,
        title: m.pay_type_told({ by, from: nameOf(from), to: nameOf(to), amount: yuan(amount) }),
        detail: reason,
        tone: "calm" as const,
      }));
    },
    ["correctionId"],
  );
