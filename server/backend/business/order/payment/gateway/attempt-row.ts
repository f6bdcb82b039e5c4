/** Rows of attempts to have an order paid by a payment company. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../../db/database";
import { firstOf } from "../../../../kernel/rows";
import type { Settled } from "../../settlement";

export type AttemptState = "started" | "paid" | "failed" | "closed" | "unknown";

/** What a part of the order was sold with; its business alone knows what is in it. */
export interface KeptPart {
  business: string;
  what: unknown;
}

export interface AttemptRow {
  id: number;
  orderId: number;
  orderNo: string;
  orderState: string;
  visitDay: string;
  payable: number;
  accountId: number;
  outTradeNo: string;
  paymentType: string;
  amount: number;
  payments: Settled[];
  how: "show" | "take";
  shownCode: string;
  state: AttemptState;
  why: string;
  kept: KeptPart[] | null;
  sellerId: number;
  sellerName: string;
  expiresAt: string;
  sentAt: string | null;
  askedAt: string | null;
}

const columns = sql`
  a.id, a.order_id as "orderId", o.order_no as "orderNo", o.state as "orderState", o.visit_day::text as "visitDay",
  o.payable, a.account_id as "accountId", a.out_trade_no as "outTradeNo", a.payment_type as "paymentType", a.amount,
  a.payments, a.how, coalesce(a.shown_code, '') as "shownCode", a.state, coalesce(a.why, '') as why, a.kept,
  a.seller_id as "sellerId", a.seller_name as "sellerName", a.expires_at as "expiresAt", a.sent_at as "sentAt",
  a.asked_at as "askedAt"
`;
const from = sql`pay_attempt a join orders o on o.corp_code = a.corp_code and o.id = a.order_id`;

/** The last attempt of an order. */
export const lastAttempt = (db: Transaction, orderId: number): Promise<AttemptRow | undefined> =>
  firstOf(db, sql`select ${columns} from ${from} where a.order_id = ${orderId} order by a.id desc limit 1`);

export const attemptById = (db: Transaction, id: number): Promise<AttemptRow | undefined> =>
  firstOf(db, sql`select ${columns} from ${from} where a.id = ${id}`);

export const attemptByNumber = (db: Transaction, outTradeNo: string): Promise<AttemptRow | undefined> =>
  firstOf(db, sql`select ${columns} from ${from} where a.out_trade_no = ${outTradeNo}`);

/** Order first, as every writer does: of two who heard the same thing the second finds what the first has done. */
export async function lockAttempt(db: Transaction, id: number): Promise<AttemptRow | undefined> {
  await db.execute(sql`select from orders where id = (select order_id from pay_attempt where id = ${id}) for update`);
  return attemptById(db, id);
}

/** For a statement of others: payment types that a company takes for the corp; a JSON array. */
export const connectedTypes = sql`coalesce((select json_agg(payment_type) from pay_account where status = 'T'), '[]')`;

/** Open: nobody knows yet what became of the money. */
export const isOpen = ({ state }: Pick<AttemptRow, "state">) => state === "started" || state === "unknown";
