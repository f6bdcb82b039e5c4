/** An attempt begins: written with its order before anybody is asked for money. */
import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Invalid } from "../../../../kernel/refusal";
import { firstOf } from "../../../../kernel/rows";
import { sealSecret } from "../../../../kernel/secret-columns";
import type { Call } from "../../../../kernel/served";
import type { PlacedOrder } from "../../sellable";
import type { Settled } from "../../settlement";
import { payAttempt } from "../pay-schema";
import type { AttemptRow, KeptPart } from "./attempt-row";

/** Minutes that a customer has. */
export const patience = 5;

interface Starting {
  order: PlacedOrder;
  asked: Settled;
  payments: readonly Settled[];
  kept: readonly KeptPart[];
  /** The customer's payment code as {@link readCode} has it; "" to show one. */
  code: string;
}

export async function startAttempt(call: Call, { order, asked, payments, kept, code }: Starting): Promise<void> {
  const account = await firstOf<{ id: number }>(
    call.db,
    sql`select id from pay_account where payment_type = ${asked.paymentType} and status = 'T'`,
  );
  if (!account) throw new Invalid({ paymentType: [m.pay_no_account()] });
  await insert(call, {
    ...{ orderId: order.id, orderNo: order.orderNo, accountId: account.id, paymentType: asked.paymentType },
    ...{ amount: asked.amount, payments: JSON.stringify(payments), kept: JSON.stringify(kept), code },
    seller: call.caller,
  });
}

/**
 * Another one for an order whose last came to nothing. Whoever presses: what was taken by hand beside it lies in the drawer of
 * the one who took it, whose shift waits for it, and is booked in their name.
 */
export async function startAgain(call: Call, last: AttemptRow, code: string): Promise<void> {
  const { orderId, orderNo, accountId, paymentType, amount, payments, kept, payable } = last;
  const { sellerId: userId, sellerName: name } = last;
  const seller = payable > amount ? { userId, name } : call.caller;
  await insert(call, {
    ...{ orderId, orderNo, accountId, paymentType, amount, code, seller },
    ...{ payments: JSON.stringify(payments), kept: JSON.stringify(kept) },
  });
  await call.db.execute(sql`update pay_attempt set kept = null where id = ${last.id}`);
}

interface Inserted {
  orderId: number;
  orderNo: string;
  accountId: number;
  paymentType: string;
  amount: number;
  payments: string;
  kept: string;
  code: string;
  seller: { userId: number; name: string };
}

async function insert(call: Call, row: Inserted): Promise<void> {
  const { db, now } = call;
  const code = row.code === "" ? null : sealSecret(call, payAttempt.paymentCode, row.code);
  // Letters, digits and underscores: what both companies take. Statements name the order by what stands before it.
  const outTradeNo = `${row.orderNo}_${randomBytes(4).toString("hex")}`;
  const at = sql`${now.toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into pay_attempt (
      order_id, account_id, out_trade_no, payment_type, amount, payments, how, payment_code, kept, seller_id, seller_name,
      started_at, expires_at
    )
    values (
      ${row.orderId}, ${row.accountId}, ${outTradeNo}, ${row.paymentType}, ${row.amount}, ${row.payments}::jsonb,
      ${code === null ? "show" : "take"}, ${code}, ${row.kept}::jsonb, ${row.seller.userId}, ${row.seller.name},
      ${at}, ${at} + make_interval(mins => ${patience})
    )
  `);
}

/** Eighteen digits at WeChat Pay, sixteen to twenty-four at Alipay; scanners may put blanks between. */
export function readCode(typed: string): string {
  const code = typed.replace(/\s/g, "");
  if (code !== "" && !/^\d{16,24}$/.test(code)) throw new Invalid({ paymentCode: [m.pay_code_wrong()] });
  return code;
}
