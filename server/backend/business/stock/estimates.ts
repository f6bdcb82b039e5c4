/**
 * The invoice of an estimated receipt: its price comes in and the estimate goes out, by two bills of their own. Of pieces that
 * have left the warehouse by then the difference is cost, and no value of those that are there.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { move } from "../../kernel/ledger";
import { numberWithoutGap } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import type { Outcome } from "../../kernel/resource-backend";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Bill, BillLine } from "./bill-row";
import { type BillKind, copyAsTwin, linesOf, refuseClosed } from "./bill-steps";
import { pricesTyped } from "./invoice-prices";
import { moveStock, worth } from "./movements";
import { noteSerials, serialsOf } from "./serials";

export const estimatesAlone = (_call: Call, rows: readonly (Bill & { estimated: boolean | null })[]) =>
  rows.map(({ estimated, reverses }) => (reverses ? m.stock_twin() : estimated ? null : m.stock_not_estimated()));

interface Invoice {
  amount: number;
  invoiceNo: string;
  /** As typed; empty or null: the sum is shared. */
  prices?: string | null;
}

export async function priceByInvoice(call: Call, kind: BillKind, bill: Bill, invoice: Invoice): Promise<Outcome> {
  if (!bill.number) throw new Error(`bill ${bill.code} is not posted`);
  await refuseClosed(call, [bill.storeId]);
  const back = await numberWithoutGap(call, kind.prefix);
  const number = await numberWithoutGap(call, kind.prefix);
  const estimated = await linesOf(call, kind, bill.id);
  const typed = await pricesTyped(call, estimated, { text: invoice.prices ?? "", total: invoice.amount });
  const lines = typed
    ? estimated.map((line) => ({ ...line, price: typed.get(line.id) ?? 0 }))
    : priced(estimated, invoice.amount);
  for (const line of lines) await reprice(call, bill, line, { back, number });
  const reason = m.stock_invoice_came({ invoice: invoice.invoiceNo });
  await copyAsTwin(call, kind, bill, { number: back, reason });
  await copyPriced(call, bill, lines, { ...invoice, number });
  for (const { itemId, storeId, kind: _, part, ...span } of await serialsOf(call, bill.number))
    await noteSerials(call, [span], { itemId, storeId, kind: "priced", source: number, part });
  return { set: { reversedBy: back, reason }, notice: m.stock_priced({ number }) };
}

interface PricedLine extends BillLine {
  /** Fen, of the invoice; `amount` is what was estimated. */
  price: number;
}

/** The invoice's sum by what each line was estimated at, or by its pieces where that was nothing; to the fen in all. */
function priced(lines: readonly BillLine[], total: number): PricedLine[] {
  const estimated = lines.reduce((sum, { amount }) => sum + amount, 0);
  const weightOf = ({ amount, quantity }: BillLine) => BigInt(estimated > 0 ? amount : quantity);
  const whole = lines.reduce((sum, line) => sum + weightOf(line), 0n);
  let [seen, given] = [0n, 0n];
  return lines.map((line) => {
    seen += weightOf(line);
    const until = (2n * BigInt(total) * seen + whole) / (2n * whole);
    const price = Number(until - given);
    given = until;
    return { ...line, price };
  });
}

/** The price before the estimate's reversal: there are pieces enough for it then, whatever has been issued since. */
async function reprice(
  call: Call,
  { storeId }: Bill,
  { id, itemId, quantity, amount, price }: PricedLine,
  { back, number }: { back: string; number: string },
): Promise<void> {
  const moved = { storeId, itemId, quantity, part: String(id) };
  await moveStock(call, { ...moved, kind: "in", amount: price, number });
  const cost = await costOf(call, { storeId, itemId, quantity, amount, price });
  if (cost < 0) await moveCost(call, { storeId, itemId, cost, number: back, part: String(id) });
  await moveStock(call, { ...moved, kind: "inBack", amount, number: back });
  if (cost > 0) await moveCost(call, { storeId, itemId, cost, number: back, part: String(id) });
}

type Difference = Pick<PricedLine, "itemId" | "quantity" | "amount" | "price"> & { storeId: number };

/** What of the difference is not of pieces that are there. The account is held, and has the receipt twice at this moment. */
async function costOf({ db }: Call, { storeId, itemId, quantity, amount, price }: Difference): Promise<number> {
  const has = await firstOf<{ pieces: number; worth: number }>(
    db,
    sql`
      select a.quantity::float8 as pieces, coalesce(v.amount, 0)::float8 as worth
      from stock_account a
      left join stock_value v on v.corp_code = a.corp_code and v.store_id = a.store_id and v.item_id = a.item_id
      where a.corp_code = current_setting('app.corp_code') and a.store_id = ${storeId} and a.item_id = ${itemId}
    `,
  );
  const there = Math.min((has?.pieces ?? 0) - quantity, quantity);
  const before = (has?.worth ?? 0) - price;
  const difference = price - amount;
  const share = Number((BigInt(difference) * BigInt(there)) / BigInt(quantity));
  // Nothing is worth less than nothing: cheap receipts may have brought the average down since.
  return difference - Math.max(share, -before);
}

interface Cost {
  storeId: number;
  itemId: number;
  cost: number;
  number: string;
  part: string;
}

async function moveCost(call: Call, { storeId, itemId, cost, number, part }: Cost): Promise<void> {
  const kind = cost > 0 ? "cost" : "costBack";
  const source = { business: "stock", kind, subject: number, part };
  if (!(await move(call, worth, { account: { storeId, itemId }, kind, amount: Math.abs(cost), source })))
    throw new Refusal(m.refused_same_moment());
}

async function copyPriced(
  { db, caller, now }: Call,
  bill: Bill,
  lines: readonly PricedLine[],
  { amount, invoiceNo, number }: Invoice & { number: string },
): Promise<void> {
  const made = await firstOf<{ id: number }>(
    db,
    sql`
      insert into stock_in (code, number, store_id, kind, supplier, status, amount, maker_name, maker_id, approver_name,
                            posted_at, remark, invoice_no, estimate_of)
      select ${`${bill.code}-F`}, ${number}, store_id, kind, supplier, 'posted', ${amount}::bigint, ${caller.name}::text,
             ${caller.userId}::bigint, approver_name, ${now.toISOString()}::timestamptz, remark, ${invoiceNo}::text, number
      from stock_in
      where corp_code = current_setting('app.corp_code') and id = ${bill.id}
      returning id::float8 as id
    `,
  );
  if (!made) throw new Error("an insert answers its row");
  const prices = JSON.stringify(lines.map(({ id, price }) => ({ id, price })));
  await db.execute(sql`
    insert into stock_in_line (stock_in_id, position, item_id, quantity, serials, amount, remark)
    select ${made.id}::bigint, l.position, l.item_id, l.quantity, l.serials, p.price, l.remark
    from stock_in_line l
    join jsonb_to_recordset(${prices}::jsonb) p (id bigint, price bigint) on p.id = l.id
    where l.corp_code = current_setting('app.corp_code') and l.stock_in_id = ${bill.id}
  `);
}
