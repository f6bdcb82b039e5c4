/**
 * What moves stock: pieces first, by one conditional statement that locks the account, then their value by the same kind.
 * Whoever moves pieces of an account waits for whoever moves them now, so its value is read as it is.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  stockLedger as declared,
  stockValueLedger as declaredValue,
  type StockMove,
} from "~/contract/stock/stock-ledger";
import { keepLedger, move } from "../../kernel/ledger";
import type { LedgerBackend } from "../../kernel/ledger-look";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { stockLedger as ledgerRows, stockAccount, stockValue, stockValueLedger as valueRows } from "./schema";
import { itemReference, storeReference } from "./store";

export const pieces = keepLedger(declared, { rows: ledgerRows, accounts: stockAccount });
export const worth = keepLedger(declaredValue, { rows: valueRows, accounts: stockValue });
/** What its document wrote down beside the pieces; an arrival is told by the numbers that were sent. */
const serialsOfRow = sql`coalesce((
  select string_agg(
           concat(i.serial_prefix, lpad(g.first_no::text, i.serial_digits, '0'))
             || case when g.last_no > g.first_no
                  then concat('-', i.serial_prefix, lpad(g.last_no::text, i.serial_digits, '0')) else '' end,
           ', ' order by g.first_no
         )
  from stock_serial_log g
  join stock_item i on i.corp_code = g.corp_code and i.id = g.item_id
  where g.corp_code = l.corp_code and g.source = l.source and g.item_id = l.item_id
    and g.part = split_part(coalesce(l.source_key, ''), '/', 4)
    and (
      (g.kind = l.kind and g.store_id = l.store_id)
      or (l.kind in ('arrive', 'arriveBack') and g.kind = case l.kind when 'arrive' then 'ship' else 'shipBack' end)
      or (l.kind = 'in' and g.kind = 'priced')
    )
), '')`;
const references = { storeId: storeReference, itemId: itemReference };

export const ledgerBackends: LedgerBackend[] = [
  { ledger: pieces, references, query: { from: "stock_ledger l", columns: { serials: serialsOfRow } } },
  { ledger: worth, references },
];

/** Where pieces are: a warehouse and an item. */
export interface Place {
  storeId: number;
  itemId: number;
}

export interface Movement extends Place {
  kind: StockMove;
  quantity: number;
  /** Fen. `average`: its share of what the account is worth. */
  amount: number | "average";
  /** The number of what brings it about, and which of its lines. */
  number: string;
  part: string;
}

/** Accounts of what moves, where there are none yet: in one order, so that two who make the same do not wait in a circle. */
export async function openAccounts(call: Call, places: readonly Place[]): Promise<void> {
  const wanted = JSON.stringify(places.map(({ storeId, itemId }) => ({ store_id: storeId, item_id: itemId })));
  for (const table of [stockAccount, stockValue])
    await call.db.execute(sql`
      insert into ${table} (store_id, item_id)
      select distinct store_id, item_id
      from jsonb_to_recordset(${wanted}::jsonb) wanted (store_id bigint, item_id bigint)
      order by store_id, item_id
      on conflict do nothing
    `);
}

/** Answers what it was worth. Refuses what the warehouse does not have at this moment. */
export async function moveStock(call: Call, movement: Movement): Promise<number> {
  const { storeId, itemId, kind, quantity, number, part } = movement;
  const account = { storeId, itemId };
  const source = { business: "stock", kind, subject: number, part };
  const moved = await move(call, pieces, { account, kind, amount: quantity, source });
  if (!moved) throw await shortOf(call, account, quantity);
  const left = moved.figures.quantity;
  const amount =
    movement.amount === "average" ? shareOf(await worthOf(call, account), quantity, left, kind) : movement.amount;
  if (amount > 0 && !(await move(call, worth, { account, kind, amount, source })))
    throw new Refusal(m.stock_value_left({ item: await nameOf(call, itemId) }));
  return amount;
}

/** A surplus is worth what the others are, a part what it is of them; the last pieces take all that is left. */
function shareOf(worthNow: number, quantity: number, left: number, kind: StockMove): number {
  if (kind === "more") return left === quantity ? 0 : partOf(worthNow, quantity, left - quantity);
  return left === 0 ? worthNow : partOf(worthNow, quantity, left + quantity);
}

/** `amount` × `part` / `whole` to the nearest fen; products may be beyond what a number holds exactly. */
export function partOf(amount: number, part: number, whole: number): number {
  const [a, p, w] = [BigInt(amount), BigInt(part), BigInt(whole)];
  return Number((2n * a * p + w) / (2n * w));
}

async function worthOf({ db }: Call, { storeId, itemId }: Place): Promise<number> {
  const row = await firstOf<{ amount: number }>(
    db,
    sql`
      select amount::float8 as amount
      from stock_value
      where corp_code = current_setting('app.corp_code') and store_id = ${storeId} and item_id = ${itemId}
    `,
  );
  return row?.amount ?? 0;
}

async function shortOf(call: Call, { storeId, itemId }: Place, want: number): Promise<Refusal> {
  const [row] = await call.db
    .select({ have: stockAccount.quantity })
    .from(stockAccount)
    .where(sql`${stockAccount.storeId} = ${storeId} and ${stockAccount.itemId} = ${itemId}`);
  return new Refusal(m.stock_short({ item: await nameOf(call, itemId), have: row?.have ?? 0, want }));
}

async function nameOf({ db }: Call, itemId: number): Promise<string> {
  const row = await firstOf<{ name: string }>(
    db,
    sql`select name from stock_item where corp_code = current_setting('app.corp_code') and id = ${itemId}`,
  );
  return row?.name ?? "";
}

interface Written extends Place {
  kind: StockMove;
  part: string;
  quantity: number;
  amount: number;
}

export const back: Readonly<Partial<Record<StockMove, StockMove>>> = {
  in: "inBack",
  out: "outBack",
  ship: "shipBack",
  arrive: "arriveBack",
  receive: "receiveBack",
  writeOff: "writeOffBack",
};

/** Takes back every movement of a number, the last first, each by exactly what it moved. */
export async function takeBack(call: Call, number: string, by: string): Promise<void> {
  const rows = await rowsOf<Written>(
    call.db,
    sql`
      select l.store_id::float8 as "storeId", l.item_id::float8 as "itemId", l.kind,
             split_part(l.source_key, '/', 4) as part,
             greatest(abs(l.quantity_change), abs(l.transit_change))::float8 as quantity,
             coalesce(greatest(abs(v.amount_change), abs(v.transit_change)), 0)::float8 as amount
      from stock_ledger l
      left join stock_value_ledger v on v.corp_code = l.corp_code and v.source = l.source and v.source_key = l.source_key
        and v.store_id = l.store_id and v.item_id = l.item_id
      where l.corp_code = current_setting('app.corp_code') and l.source = ${number}
      order by l.id desc
    `,
  );
  for (const row of rows) {
    const kind = back[row.kind];
    if (!kind) throw new Error(`${number}: ${row.kind} is not taken back`);
    await moveStock(call, { ...row, kind, number: by });
  }
  await refuseValueLeft(call, rows);
}

/** Nothing in a warehouse is worth nothing: with another average since then, a receipt cannot go out as what it came in. */
async function refuseValueLeft(call: Call, places: readonly Place[]): Promise<void> {
  const wanted = JSON.stringify(places.map(({ storeId, itemId }) => ({ store_id: storeId, item_id: itemId })));
  const left = await firstOf<{ name: string }>(
    call.db,
    sql`
      select i.name
      from jsonb_to_recordset(${wanted}::jsonb) wanted (store_id bigint, item_id bigint)
      join stock_account a on a.corp_code = current_setting('app.corp_code') and a.store_id = wanted.store_id and a.item_id = wanted.item_id
      join stock_value v on v.corp_code = a.corp_code and v.store_id = a.store_id and v.item_id = a.item_id
      join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id
      where a.quantity = 0 and v.amount <> 0
      limit 1
    `,
  );
  if (left) throw new Refusal(m.stock_value_left({ item: left.name }));
}
