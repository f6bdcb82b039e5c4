/** A payment as a correction looks at it: what it may become, where that is booked, and why it cannot be done. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { Booking } from "~/contract/order/pay-type";
import { businessDay } from "../../../kernel/business-time";
import { closedUntil } from "../../../kernel/closed-years";
import { dictionariesOf } from "../../../kernel/dictionaries";
import { yuan } from "../../../kernel/money";
import { NotFound } from "../../../kernel/refusal";
import { firstOf } from "../../../kernel/rows";
import type { Call } from "../../../kernel/served";
import { payerOf } from "../payment/by-account";
import { connectedTypes } from "../payment/gateway/attempt-row";
import { lockOrder } from "../query-parts";
import { whyHeld } from "../refund-holders";
import { leftOfPayments } from "../sold-order";

/** Channels on which a person at a till keys how money came. */
export const keyedChannels = ["window", "internal"] as const;

/** A payment, or what a correction made of one; money, moment and person are of the payment that it all began with. */
interface Row {
  id: number;
  firstId: number;
  orderId: number;
  orderNo: string;
  channel: string;
  refunding: number;
  paymentType: string;
  amount: number;
  paidAt: string;
  accountId: number;
  accountName: string;
  shiftId: number | null;
  shiftNo: string;
  corrected: boolean;
  /** What it was corrected to since; "" where it stands. */
  became: string;
  /** Types that a company took for the order, or takes for the corp. */
  byCompany: string[];
  connected: string[];
  /** The last row of the order's ledger. */
  last: number;
  refunded: number;
}

export interface Looked extends Row {
  whyNot: string;
  types: { value: string; label: string }[];
  booking: { how: Booking; accountId: number; by: string; shiftId: number | null };
  /** Of the business year that it was paid in; "" of one that is open. */
  closedYear: string;
  version: string;
  nameOf: (type: string) => string;
}

/**
 * With `lock` the order is locked before anything is read, and a shift that is open stays so until the end: whoever hands it
 * over waits. Not found: another tenant's, one out of scope, and what is no payment.
 */
export async function lookAt(call: Call, paymentId: number, lock: boolean): Promise<Looked> {
  const { db } = call;
  if (lock) await db.execute(lockOrder(sql`(select order_id from payment where id = ${paymentId})`));
  const row = await firstOf<Row>(
    db,
    sql`
      select p.id, f.id as "firstId", o.id as "orderId", o.order_no as "orderNo", o.channel, o.refunding, o.refunded,
             p.payment_type as "paymentType", p.amount, f.at as "paidAt", f.account_id as "accountId",
             f.account_name as "accountName", f.shift_id as "shiftId", coalesce(s.shift_no, '') as "shiftNo",
             came.id is not null as corrected, coalesce(since.to_type, '') as became, ${connectedTypes} as connected,
             (
               select coalesce(json_agg(distinct a.payment_type), '[]') from pay_attempt a
               where a.corp_code = o.corp_code and a.order_id = o.id and a.state = 'paid'
             ) as "byCompany",
             (select max(l.id) from payment l where l.corp_code = o.corp_code and l.order_id = o.id) as last
      from payment p
      left join pay_type_log came on came.corp_code = p.corp_code and came.new_id = p.id
      join payment f on f.corp_code = p.corp_code and f.id = coalesce(came.first_id, p.id)
      join orders o on o.corp_code = p.corp_code and o.id = p.order_id
      left join shift s on s.corp_code = f.corp_code and s.id = f.shift_id
      left join pay_type_log since on since.corp_code = p.corp_code and since.payment_id = p.id
      where p.id = ${paymentId}
        and (p.kind = 'payment' or (p.kind = 'correction' and p.amount > 0))
    `,
  );
  if (!row) throw new NotFound();
  const { paymentType: items = [] } = await dictionariesOf(db, ["paymentType"], call.locale);
  const nameOf = (type: string) => items.find(({ value }) => value === type)?.label ?? type;
  const types = items
    .filter(({ value, off }) => !off && value !== row.paymentType && isKeyed(row, value))
    .map(({ value, label }) => ({ value, label }));
  const closedYear = inClosedYear(row.paidAt, await closedUntil(db));
  const booking = await bookingOf(call, row, lock, closedYear);
  const version = [row.last, row.refunding, row.refunded, booking.how].join(".");
  return { ...row, types, booking, closedYear, version, nameOf, whyNot: await whyNot(call, row, nameOf) };
}

/** No account pays by it, and no company is asked for it: a person says that it came. */
export const isKeyed = ({ byCompany, connected }: Pick<Row, "byCompany" | "connected">, type: string): boolean =>
  !payerOf(type) && !connected.includes(type) && !byCompany.includes(type);

async function whyNot(call: Call, row: Row, nameOf: (type: string) => string): Promise<string> {
  const { paymentType, amount, orderId } = row;
  const type = nameOf(paymentType);
  if (row.became !== "") return m.pay_type_no_again({ type: nameOf(row.became) });
  if (payerOf(paymentType)) return m.pay_type_no_account({ type });
  // A till that is connected since asks the company only for what it takes from now on.
  if (row.byCompany.includes(paymentType)) return m.pay_type_no_company({ type });
  if (row.accountId === 0 || !keyedChannels.some((one) => one === row.channel)) return m.pay_type_no_keyed();
  if (amount === 0) return m.pay_type_no_zero();
  if (row.refunding > 0) return m.pay_type_no_refunding();
  const left = (await leftOfPayments(call, orderId)).find((one) => one.paymentType === paymentType)?.amount ?? 0;
  if (left < amount) return m.pay_type_no_refunded({ type, left: yuan(left), amount: yuan(amount) });
  return whyHeld(call, { orderId, ways: [{ paymentType, amount }], by: "correction" });
}

/** "" of a year that is open. */
export const inClosedYear = (paidAt: string, until: Date | null): string =>
  until && new Date(paidAt) < until ? businessDay(new Date(paidAt)).slice(0, 4) : "";

/**
 * Rows are always written now: what a day before today has sold stays. They are of who took the money while the shift is open, or
 * without one while the day lasts; else of who corrects, and in no shift, since no drawer changes by it.
 */
async function bookingOf(call: Call, row: Row, lock: boolean, closedYear: string): Promise<Looked["booking"]> {
  const { accountId, accountName: by, shiftId } = row;
  const own = { accountId: call.caller.userId, by: call.caller.name, shiftId: null };
  if (shiftId !== null) {
    const open = await firstOf(
      call.db,
      sql`select id from shift where id = ${shiftId} and status = 'open' ${lock ? sql`for share` : sql``}`,
    );
    if (open) return { how: "shift", accountId, by, shiftId };
    return { how: closedYear === "" ? "handedOver" : "yearClosed", ...own };
  }
  if (closedYear !== "") return { how: "yearClosed", ...own };
  const isToday = businessDay(new Date(row.paidAt)) === businessDay(call.now);
  return isToday ? { how: "day", accountId, by, shiftId } : { how: "dayOver", ...own };
}
