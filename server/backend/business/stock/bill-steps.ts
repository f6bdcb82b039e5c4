/** The steps of a bill, whatever its kind: who may take them, and what posting and reversing move. */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { m } from "~/contract/messages";
import type { StockMove } from "~/contract/stock/stock-ledger";
import { stamp } from "../../kernel/business-time";
import { numberWithoutGap } from "../../kernel/numbers";
import { parameterOf } from "../../kernel/parameters";
import { Refusal } from "../../kernel/refusal";
import type { Outcome } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { Bill, BillLine } from "./bill-row";
import { postSerials, receiveSerials, takeSerialsBack } from "./bill-serials";
import { moveStock, openAccounts, partOf, takeBack } from "./movements";

/** Where a kind of bill is kept, what its posting numbers begin with, and what posting it moves. */
export interface BillKind {
  header: PgTable;
  lines: PgTable;
  prefix: string;
  moves: (bill: Bill) => StockMove;
}

/** In the order of items: two bills that move the same items at once wait for each other, and never in a circle. */
export function linesOf({ db }: Call, { lines, header, prefix }: BillKind, billId: number): Promise<BillLine[]> {
  const amount = prefix === "RK" ? sql`amount::float8` : sql`0::float8`;
  return rowsOf<BillLine>(
    db,
    sql`
      select id::float8 as id, item_id::float8 as "itemId", quantity::float8 as quantity, ${amount} as amount, serials
      from ${lines}
      where corp_code = current_setting('app.corp_code')
        and ${sql.identifier(`${getTableName(header)}_id`)} = ${billId}
      order by item_id, id
    `,
  );
}

/** What a bill will move, in fen: as its lines say, or by the average of this moment. */
export async function valueOfBill(call: Call, kind: BillKind, bill: Pick<Bill, "id" | "storeId">): Promise<number> {
  const lines = await linesOf(call, kind, bill.id);
  if (kind.prefix === "RK") return lines.reduce((sum, { amount }) => sum + amount, 0);
  const has = await rowsOf<{ itemId: number; quantity: number; amount: number }>(
    call.db,
    sql`
      select a.item_id::float8 as "itemId", a.quantity::float8 as quantity, coalesce(v.amount, 0)::float8 as amount
      from stock_account a
      left join stock_value v on v.corp_code = a.corp_code and v.store_id = a.store_id and v.item_id = a.item_id
      where a.corp_code = current_setting('app.corp_code') and a.store_id = ${bill.storeId}
        and a.item_id = any (${`{${lines.map(({ itemId }) => itemId)}}`}::bigint[])
    `,
  );
  const byItem = new Map(has.map((one) => [one.itemId, one]));
  return lines.reduce((sum, { itemId, quantity }) => {
    const one = byItem.get(itemId);
    return one && one.quantity > 0 ? sum + partOf(one.amount, quantity, one.quantity) : sum;
  }, 0);
}

/** Who made a bill asks somebody else, above what the corp lets people decide of their own. */
export async function notOwn(call: Call, rows: readonly Bill[]): Promise<(string | null)[]> {
  const limit = Number(await parameterOf(call.db, "stockOwnApproval"));
  return rows.map(({ makerId, amount }) =>
    makerId === call.caller.userId && !(limit > 0 && (amount ?? 0) <= limit) ? m.stock_own_bill() : null,
  );
}

export const noTwin = (_call: Call, rows: readonly Bill[]) =>
  rows.map(({ reverses }) => (reverses ? m.stock_twin() : null));

/** Counters are locked before accounts, by everybody: whoever posts waits here for whoever is posting. */
export async function post(call: Call, kind: BillKind, bill: Bill): Promise<Outcome> {
  await refuseClosed(call, [bill.storeId, ...(bill.toStoreId ? [bill.toStoreId] : [])]);
  const number = await numberWithoutGap(call, kind.prefix);
  const lines = await linesOf(call, kind, bill.id);
  await openAccounts(
    call,
    lines.flatMap(({ itemId }) =>
      [bill.storeId, bill.toStoreId ?? bill.storeId].map((storeId) => ({ storeId, itemId })),
    ),
  );
  const move = kind.moves(bill);
  let total = 0;
  for (const { id, itemId, quantity, amount } of lines)
    total += await moveStock(call, {
      ...{ storeId: bill.storeId, itemId, quantity, kind: move, number, part: String(id) },
      amount: move === "in" ? amount : "average",
    });
  await postSerials(call, { bill, lines, move, number });
  return { set: { number, amount: total, postedAt: stamp(call.now) }, notice: m.stock_posted({ number }) };
}

/** What is in transit arrives, for what it was worth when it left: both warehouses in one transaction. */
export async function receive(call: Call, bill: Bill): Promise<void> {
  const { number, storeId, toStoreId } = bill;
  if (!number || !toStoreId) throw new Error(`bill ${bill.code} is no transfer that was posted`);
  const rows = await rowsOf<{ itemId: number; part: string; quantity: number; amount: number }>(
    call.db,
    sql`
      select l.item_id::float8 as "itemId", split_part(l.source_key, '/', 4) as part,
             l.transit_change::float8 as quantity, coalesce(v.transit_change, 0)::float8 as amount
      from stock_ledger l
      left join stock_value_ledger v on v.corp_code = l.corp_code and v.source = l.source and v.source_key = l.source_key
        and v.store_id = l.store_id and v.item_id = l.item_id
      where l.corp_code = current_setting('app.corp_code') and l.source = ${number} and l.kind = 'ship'
      order by l.item_id, l.id
    `,
  );
  const legs = [
    { storeId, kind: "arrive" },
    { storeId: toStoreId, kind: "receive" },
  ] as const;
  // Two transfers that cross each other take the accounts in the same order.
  const inOrder = [...legs].sort((one, other) => one.storeId - other.storeId);
  for (const row of rows) for (const leg of inOrder) await moveStock(call, { ...row, ...leg, number });
  await receiveSerials(call, number, toStoreId);
}

/** A twin of the bill takes back exactly what it moved; it has a number of its own and is never taken back itself. */
export async function reverse(call: Call, kind: BillKind, bill: Bill, reason: string): Promise<Outcome> {
  if (!bill.number) throw new Error(`bill ${bill.code} is not posted`);
  const number = await numberWithoutGap(call, kind.prefix);
  await takeBack(call, bill.number, number);
  await takeSerialsBack(call, bill, { number: bill.number, by: number });
  await copyAsTwin(call, kind, bill, { number, reason });
  return { set: { reversedBy: number, reason }, notice: m.stock_reversed({ number }) };
}

export async function copyAsTwin(
  { db, caller, now }: Call,
  { header, lines, prefix }: BillKind,
  bill: Bill,
  { number, reason }: { number: string; reason: string },
): Promise<void> {
  const isIn = prefix === "RK";
  const named = prefix === "RK" ? "supplier" : prefix === "CK" ? "to_store_id, receiver" : "remark";
  const twin = await firstOf<{ id: number }>(
    db,
    sql`
      insert into ${header} (code, number, store_id, kind, ${sql.raw(named)}, status, amount, maker_name, maker_id,
                             approver_name, posted_at, reason, reverses)
      select ${`${bill.code}-R`}, ${number}, store_id, kind, ${sql.raw(named)}, 'posted', amount, ${caller.name}::text,
             ${caller.userId}::bigint, approver_name, ${now.toISOString()}::timestamptz, ${reason}::text, number
      from ${header}
      where corp_code = current_setting('app.corp_code') and id = ${bill.id}
      returning id::float8 as id
    `,
  );
  if (!twin) throw new Error("an insert answers its row");
  const columns: SQL = sql.raw(`position, item_id, quantity, serials, remark${isIn ? ", amount" : ""}`);
  const of = sql.identifier(`${getTableName(header)}_id`);
  await db.execute(sql`
    insert into ${lines} (${of}, ${columns})
    select ${twin.id}::bigint, ${columns}
    from ${lines}
    where corp_code = current_setting('app.corp_code') and ${of} = ${bill.id}
  `);
}

export async function refuseClosed({ db }: Call, ids: readonly number[]): Promise<void> {
  const closed = await firstOf<{ name: string }>(
    db,
    sql`
      select name from stock_store
      where corp_code = current_setting('app.corp_code') and id = any (${`{${ids}}`}::bigint[]) and status = 'F'
      limit 1
    `,
  );
  if (closed) throw new Refusal(m.stock_store_closed({ store: closed.name }));
}
