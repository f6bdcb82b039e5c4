/** What is to be ordered, drafts of its receipts, and the morning's warning of what has fallen below. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import type { ParsedPayloadOf } from "~/contract/method";
import { mostToOrder, orderDays, stockOrderDraft, stockToOrder, type ToOrderRow } from "~/contract/stock/to-order";
import type { Transaction } from "../../db/database";
import { jobKind } from "../../jobs/kind";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { notify } from "../../kernel/notify";
import { nextNumber } from "../../kernel/numbers";
import { NotFound, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { partOf } from "./movements";

export const toOrderServed: Served[] = [
  serve(stockToOrder, async ({ db, now }, { storeId = 0 }) => {
    const all = await readDue(db, now, storeId);
    const stores = await rowsOf<{ value: string; label: string }>(
      db,
      sql`
        select id::text as value, name as label from stock_store
        where corp_code = current_setting('app.corp_code') and status = 'T'
        order by code, id limit 1000
      `,
    );
    return { rows: all.slice(0, mostToOrder).map(proposal), stores, more: all.length > mostToOrder };
  }),
  serve(stockOrderDraft, draft),
];

type Read = Omit<ToOrderRow, "lasts" | "proposed">;

function proposal(read: Read): ToOrderRow {
  const { has, coming, used, safety, leadDays } = read;
  const until = safety + Math.ceil((used * (leadDays + orderDays)) / orderDays);
  return {
    ...read,
    lasts: used > 0 ? Math.floor((has * orderDays) / used) : null,
    proposed: Math.max(1, until - has - coming),
  };
}

/** Below the point at which an order made today would still come in time. An item of no use and no safety stock never is. */
const due = sql`
  greatest(coalesce(i.safety, 0), 0) + ceil(u.used * coalesce(i.lead_days, 0) / ${orderDays}::numeric)
    > a.quantity + coming.pieces
`;

/** Pairs of warehouse and item with what decides; `due` may be asked of it. */
const pairs = (now: Date) => sql`
  from stock_account a
  join stock_store s on s.corp_code = a.corp_code and s.id = a.store_id and s.status = 'T'
  join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id and i.status = 'T'
  cross join lateral (
    select greatest(-coalesce(sum(l.quantity_change), 0), 0) as used
    from stock_ledger l
    where l.corp_code = a.corp_code and l.stock_account_id = a.id and l.kind in ('out', 'outBack', 'ship', 'shipBack', 'hand', 'handBack')
      and l.at >= ${startOfDay(addDays(businessDay(now), -orderDays)).toISOString()}::timestamptz
  ) u
  cross join lateral (
    select coalesce((
             select sum(line.quantity)
             from stock_out o
             join stock_out_line line on line.corp_code = o.corp_code and line.stock_out_id = o.id and line.item_id = a.item_id
             where o.corp_code = a.corp_code and o.to_store_id = a.store_id and o.status = 'posted' and o.reverses is null
           ), 0) + coalesce((
             select sum(line.quantity)
             from stock_in b
             join stock_in_line line on line.corp_code = b.corp_code and line.stock_in_id = b.id and line.item_id = a.item_id
             where b.corp_code = a.corp_code and b.store_id = a.store_id and b.status in ('draft', 'submitted', 'approved')
           ), 0) as pieces
    -- Reckoned once a pair: it is asked for twice.
    offset 0
  ) coming
`;

/** What an item was last received for, and from whom. */
const lastReceipt = sql`
  left join lateral (
    select line.amount, line.quantity, b.supplier
    from stock_in_line line
    join stock_in b on b.corp_code = line.corp_code and b.id = line.stock_in_id
    where line.corp_code = i.corp_code and line.item_id = i.id and b.status = 'posted' and b.reverses is null
    order by b.posted_at desc, b.id desc
    limit 1
  ) last on true
`;

function readDue(db: Transaction, now: Date, storeId: number): Promise<Read[]> {
  return rowsOf<Read>(
    db,
    sql`
      select a.store_id::float8 as "storeId", a.item_id::float8 as "itemId", s.name as store, i.name as item, i.code, i.unit,
             a.quantity::float8 as has, coming.pieces::float8 as coming, u.used::float8 as used,
             coalesce(i.safety, 0) as safety, coalesce(i.lead_days, 0) as "leadDays",
             round(last.amount * 1000.0 / last.quantity)::float8 as "pricePerThousand", coalesce(last.supplier, '') as supplier
      ${pairs(now)}
      ${lastReceipt}
      where a.corp_code = current_setting('app.corp_code') and (${storeId} = 0 or a.store_id = ${storeId}) and ${due}
      order by case when u.used = 0 then null else a.quantity::numeric / u.used end nulls last, s.code, i.code, a.id
      limit ${mostToOrder + 1}
    `,
  );
}

interface Wanted {
  storeId: number;
  itemId: number;
  quantity: number;
  store: string;
  item: string;
  closed: boolean;
  supplier: string;
  amount: number | null;
  of: number | null;
}

async function draft(call: Call, { lines }: ParsedPayloadOf<typeof stockOrderDraft>) {
  const asked = lines.map(({ storeId, itemId, quantity }) => ({ store_id: storeId, item_id: itemId, quantity }));
  const wanted = await rowsOf<Wanted>(
    call.db,
    sql`
      select s.id::float8 as "storeId", i.id::float8 as "itemId", w.quantity::float8 as quantity, s.name as store,
             i.name as item, s.status = 'F' or i.status = 'F' as closed, coalesce(last.supplier, '') as supplier,
             last.amount::float8 as amount, last.quantity::float8 as of
      from (
        select store_id, item_id, sum(quantity) as quantity
        from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) asked (store_id bigint, item_id bigint, quantity bigint)
        group by store_id, item_id
      ) w
      join stock_store s on s.corp_code = current_setting('app.corp_code') and s.id = w.store_id
      join stock_item i on i.corp_code = s.corp_code and i.id = w.item_id
      ${lastReceipt}
      order by s.code, s.id, coalesce(last.supplier, ''), i.code, i.id
    `,
  );
  const distinct = new Set(asked.map(({ store_id, item_id }) => `${store_id}/${item_id}`));
  // Another park's warehouse is as one that there is not.
  if (wanted.length < distinct.size) throw new NotFound("stock");
  const closed = wanted.find((one) => one.closed);
  if (closed) throw new Refusal(m.stock_order_closed({ store: closed.store, item: closed.item }));
  const bills: { id: number; code: string }[] = [];
  for (const part of parts(wanted)) bills.push(await saveDraft(call, part));
  return { bills };
}

/** As many lines as a bill may have, each part of one warehouse and one supplier. */
function parts(wanted: readonly Wanted[]): Wanted[][] {
  const most = 200;
  const found: Wanted[][] = [];
  for (const one of wanted) {
    const last = found.at(-1);
    const [first] = last ?? [];
    const fits = first?.storeId === one.storeId && first.supplier === one.supplier && (last?.length ?? 0) < most;
    if (fits) last?.push(one);
    else found.push([one]);
  }
  return found;
}

async function saveDraft(call: Call, part: readonly Wanted[]): Promise<{ id: number; code: string }> {
  const [first] = part;
  const lines = part.map(({ itemId, quantity, amount, of }, place) => ({
    ...{ position: place + 1, item_id: itemId, quantity },
    amount: amount !== null && of ? partOf(amount, quantity, of) : 0,
  }));
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const code = nextNumber(call, "RKD");
  const bill = await firstOf<{ id: number }>(
    call.db,
    sql`
      insert into stock_in (code, store_id, kind, supplier, amount, maker_id, maker_name)
      values (${code}, ${first?.storeId}, 'purchase', ${first?.supplier || null}, ${total}, ${call.caller.userId}, ${call.caller.name})
      returning id::float8 as id
    `,
  );
  if (!bill) throw new Error("an insert answers its row");
  await call.db.execute(sql`
    insert into stock_in_line (stock_in_id, position, item_id, quantity, amount)
    select ${bill.id}::bigint, position, item_id, quantity, amount
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line (position int, item_id bigint, quantity int, amount bigint)
  `);
  return { id: bill.id, code };
}

/** Told once for each time that it falls below: what has been filled up since may be told of again. */
async function warn(db: Transaction, now: Date): Promise<number> {
  const told = await rowsOf<{ told: boolean }>(
    db,
    sql`
      with state as (
        select a.id, a.warned_at is not null as told, ${due} as low
        ${pairs(now)}
        where a.corp_code = current_setting('app.corp_code')
      )
      update stock_account k
      set warned_at = case when state.low then ${now.toISOString()}::timestamptz end
      from state
      where k.corp_code = current_setting('app.corp_code') and k.id = state.id and state.low <> state.told
      returning state.low as told
    `,
  );
  const low = told.filter((row) => row.told).length;
  if (low > 0)
    await notify(db, now, {
      to: { fun: "storeToOrder" },
      kind: "stock",
      title: (options) => m.stock_low({ n: low }, options),
      body: (options) => m.stock_low_text({}, options),
      link: "/manage/storelist/toOrder",
    });
  return low;
}

export const warnOfStock = jobKind({
  kind: "warnOfStock",
  title: m.jobs_kind_warn_stock,
  payload: z.object({}),
  schedule: { cron: "50 7 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.jobs_warned_stock({ n: rows }),
  async run(run) {
    const now = run.now();
    return { rows: await run.write((db) => warn(db, now)) };
  },
});
