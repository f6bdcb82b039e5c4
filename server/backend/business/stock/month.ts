/** A month of the stock in one statement over both ledgers: what stood before it, and what moved in it. */
import { sql } from "drizzle-orm";
import { mostOfMonth, type StockMonthRow, stockMonth } from "~/contract/stock/month";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";

export const monthServed: Served = serve(stockMonth, async (call, { month, storeId = 0 }) => {
  const of = month ?? businessDay(call.now).slice(0, 7);
  const all = await readMonth(call, of, storeId);
  const rows = all.slice(0, mostOfMonth).map(rowOf);
  const stores = await rowsOf<{ value: string; label: string }>(
    call.db,
    sql`
      select id::text as value, name as label from stock_store
      where corp_code = current_setting('app.corp_code')
      order by code, id limit 1000
    `,
  );
  const sum = (side: Side) => ({
    quantity: rows.reduce((total, row) => total + row[side].quantity, 0),
    amount: rows.reduce((total, row) => total + row[side].amount, 0),
  });
  const total = { opening: sum("opening"), in: sum("in"), out: sum("out"), closing: sum("closing") };
  return { month: of, rows, total, stores, more: all.length > mostOfMonth };
});

type Side = "opening" | "in" | "out" | "closing";

interface Read extends Pick<StockMonthRow, "storeId" | "itemId" | "store" | "item" | "code" | "unit"> {
  openingQuantity: number;
  inQuantity: number;
  outQuantity: number;
  openingAmount: number;
  inAmount: number;
  outAmount: number;
}

function rowOf(read: Read): StockMonthRow {
  const { storeId, itemId, store, item, code, unit } = read;
  const opening = { quantity: read.openingQuantity, amount: read.openingAmount };
  const moved = { quantity: read.inQuantity, amount: read.inAmount };
  const out = { quantity: read.outQuantity, amount: read.outAmount };
  const closing = {
    quantity: opening.quantity + moved.quantity - out.quantity,
    amount: opening.amount + moved.amount - out.amount,
  };
  return { storeId, itemId, store, item, code, unit, opening, in: moved, out, closing };
}

/** Kinds that are told as what comes in; all others are told as what goes out. */
const into = sql.raw(`('in', 'inBack', 'receive', 'receiveBack', 'more')`);

function readMonth({ db }: Call, month: string, storeId: number): Promise<Read[]> {
  const first = `${month}-01`;
  const from = sql`${startOfDay(first).toISOString()}::timestamptz`;
  const until = sql`${startOfDay(`${addDays(first, 31).slice(0, 7)}-01`).toISOString()}::timestamptz`;
  const movedOf = (ledger: string, account: string, figure: string) => sql`
    left join lateral (
      select coalesce(sum(l.${sql.raw(figure)}_change) filter (where l.kind in ${into}), 0) as come,
             coalesce(-sum(l.${sql.raw(figure)}_change) filter (where l.kind not in ${into}), 0) as gone
      from ${sql.raw(ledger)} l
      where l.corp_code = a.corp_code and l.${sql.raw(account)}_id = ${account === "stock_account" ? sql`a.id` : sql`v.id`}
        and l.at >= ${from} and l.at < ${until}
    ) ${sql.raw(`${figure}_moved`)} on true`;
  const before = (ledger: string, account: string, figure: string) => sql`
    left join lateral (
      select l.${sql.raw(figure)} as had
      from ${sql.raw(ledger)} l
      where l.corp_code = a.corp_code and l.${sql.raw(account)}_id = ${account === "stock_account" ? sql`a.id` : sql`v.id`}
        and l.at < ${from}
      order by l.at desc, l.id desc
      limit 1
    ) ${sql.raw(`${figure}_before`)} on true`;
  return rowsOf<Read>(
    db,
    sql`
      select a.store_id::float8 as "storeId", a.item_id::float8 as "itemId", s.name as store, i.name as item, i.code, i.unit,
             coalesce(quantity_before.had, 0)::float8 as "openingQuantity",
             quantity_moved.come::float8 as "inQuantity", quantity_moved.gone::float8 as "outQuantity",
             coalesce(amount_before.had, 0)::float8 as "openingAmount",
             amount_moved.come::float8 as "inAmount", amount_moved.gone::float8 as "outAmount"
      from stock_account a
      join stock_value v on v.corp_code = a.corp_code and v.store_id = a.store_id and v.item_id = a.item_id
      join stock_store s on s.corp_code = a.corp_code and s.id = a.store_id
      join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id
      ${before("stock_ledger", "stock_account", "quantity")}
      ${movedOf("stock_ledger", "stock_account", "quantity")}
      ${before("stock_value_ledger", "stock_value", "amount")}
      ${movedOf("stock_value_ledger", "stock_value", "amount")}
      where a.corp_code = current_setting('app.corp_code')
        and (${storeId} = 0 or a.store_id = ${storeId})
        and (coalesce(quantity_before.had, 0) > 0 or coalesce(amount_before.had, 0) > 0
             or quantity_moved.come <> 0 or quantity_moved.gone <> 0 or amount_moved.come <> 0 or amount_moved.gone <> 0)
      order by s.code, i.code, a.id
      limit ${mostOfMonth + 1}
    `,
  );
}
