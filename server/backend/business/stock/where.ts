/** Where numbers are: one with its history, or the ranges of an item or a warehouse. */
import { type SQL, sql } from "drizzle-orm";
import type { ParsedPayloadOf } from "~/contract/method";
import { serialNumber, serialText } from "~/contract/stock/serial";
import { mostRanges, type SerialRange, stockSerials } from "~/contract/stock/where";
import { stamp } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { namesOfAccounts } from "../platform/people";
import type { KeptItem } from "./serials";

export const whereServed: Served = serve(stockSerials, async (call, { serial, itemId, storeId }) => {
  const items = await keptItems(call);
  const [found, history] = serial === "" ? [null, []] : await find(call, items, serial);
  const wanted = serial === "" && (itemId !== undefined || storeId !== undefined);
  const conditions = [
    ...(itemId === undefined ? [] : [sql`and r.item_id = ${itemId}`]),
    ...(storeId === undefined ? [] : [sql`and r.store_id = ${storeId} and r.state in ('stock', 'transit', 'seller')`]),
  ];
  const ranges = wanted ? await rangesOf(call, items, sql.join(conditions, sql` `)) : [];
  const stores = await rowsOf<{ value: string; label: string }>(
    call.db,
    sql`
      select id::text as value, name as label from stock_store
      where corp_code = current_setting('app.corp_code')
      order by code, id limit 1000
    `,
  );
  return {
    ...{ found, history, ranges: ranges.slice(0, mostRanges), more: ranges.length > mostRanges, stores },
    items: items.map(({ id, name }) => ({ value: String(id), label: name })),
  };
});

const keptItems = ({ db }: Call): Promise<KeptItem[]> =>
  rowsOf(
    db,
    sql`
      select id::float8 as id, name, coalesce(serial_prefix, '') as prefix, serial_digits as digits
      from stock_item
      where corp_code = current_setting('app.corp_code') and serial_digits is not null
      order by code, id limit 1000
    `,
  );

/** Prefix and digits belong to one item, so a number is of one at most. */
async function find(
  call: Call,
  items: readonly KeptItem[],
  serial: ParsedPayloadOf<typeof stockSerials>["serial"],
): Promise<[SerialRange | null, History[]]> {
  for (const item of items) {
    const number = serialNumber(item, serial);
    if (number === null) continue;
    const at = sql`and r.item_id = ${item.id} and r.first_no <= ${number} and r.last_no >= ${number}`;
    const [range] = await rangesOf(call, items, at);
    return [range ?? null, await historyOf(call, item, number)];
  }
  return [null, []];
}

interface Read extends Omit<SerialRange, "item" | "first" | "last" | "pieces" | "seller"> {
  sellerId: number;
  itemId: number;
  first: number;
  last: number;
}

async function rangesOf(call: Call, items: readonly KeptItem[], condition: SQL): Promise<SerialRange[]> {
  const rows = await rowsOf<Read>(
    call.db,
    sql`
      select r.item_id::float8 as "itemId", r.first_no::float8 as first, r.last_no::float8 as last, r.state, s.name as store,
             coalesce(o.code, '') as roll, o.id::float8 as "rollId", coalesce(o.seller_id, 0)::float8 as "sellerId", r.moved_at as "movedAt"
      from stock_range r
      join stock_store s on s.corp_code = r.corp_code and s.id = r.store_id
      left join stock_roll o on o.corp_code = r.corp_code and o.id = r.stock_roll_id
      where r.corp_code = current_setting('app.corp_code') ${condition}
      order by r.item_id, r.first_no
      limit ${mostRanges + 1}
    `,
  );
  const byId = new Map(items.map((item) => [item.id, item]));
  const sellers = await namesOfAccounts(call, [...new Set(rows.map(({ sellerId }) => sellerId))]);
  return rows.flatMap(({ itemId, sellerId, first, last, movedAt, ...row }) => {
    const item = byId.get(itemId);
    if (!item) return [];
    const texts = { first: serialText(item, first), last: serialText(item, last) };
    const seller = sellers.get(sellerId) ?? "";
    return [{ ...row, ...texts, seller, item: item.name, pieces: last - first + 1, movedAt: stamp(movedAt) }];
  });
}

interface History {
  at: string;
  kind: string;
  first: string;
  last: string;
  store: string;
  source: string;
  note: string;
  by: string;
}

async function historyOf(call: Call, item: KeptItem, number: number): Promise<History[]> {
  const rows = await rowsOf<Omit<History, "first" | "last"> & { first: number; last: number }>(
    call.db,
    sql`
      select l.at, l.kind, l.first_no::float8 as first, l.last_no::float8 as last, s.name as store, l.source, l.note,
             l.account_name as by
      from stock_serial_log l
      join stock_store s on s.corp_code = l.corp_code and s.id = l.store_id
      where l.corp_code = current_setting('app.corp_code')
        and l.item_id = ${item.id} and l.first_no <= ${number} and l.last_no >= ${number}
      order by l.id desc
      limit 200
    `,
  );
  return rows.map(({ first, last, at, ...row }) => ({
    ...row,
    at: stamp(at),
    first: serialText(item, first),
    last: serialText(item, last),
  }));
}
