/** Counts: the books are taken down when the counting ends, and only the difference is posted. */
import { eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { stockCount as resource, stockCountSheet } from "~/contract/stock/count";
import { stamp } from "../../kernel/business-time";
import { dependsOn } from "../../kernel/depends-on";
import { nextNumber, numberWithoutGap } from "../../kernel/numbers";
import { parameterOf } from "../../kernel/parameters";
import { NotFound, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { type CommandsBackend, isRows, type Values } from "../../kernel/resource-backend";
import { rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { moveStock, openAccounts, partOf } from "./movements";
import { stockCount, stockCountLine, stockStore } from "./schema";
import { findSerials, type KeptItem, moveSerials, noteSerials, readSpans, serialItems } from "./serials";
import { itemReference, storeReference } from "./store";

dependsOn("stockStore", {
  ...{ table: stockCount, by: stockCount.storeId, name: stockCount.code, words: m.stock_store_has_bills },
});
dependsOn("stockItem", { table: stockCountLine, by: (id) => sql`item_id = ${id}`, words: m.stock_item_in_lines });

export const countCommands: CommandsBackend<typeof resource> = {
  /** A count of no named items is one of all that the warehouse has. */
  async start({ db }, { id, storeId }) {
    await db.execute(sql`
      insert into stock_count_line (stock_count_id, position, item_id)
      select ${id}::bigint, row_number() over (order by i.code) - 1, i.id
      from stock_account a
      join stock_item i on i.corp_code = a.corp_code and i.id = a.item_id
      where a.corp_code = current_setting('app.corp_code') and a.store_id = ${storeId} and a.quantity > 0
        and not exists (select from stock_count_line l where l.corp_code = a.corp_code and l.stock_count_id = ${id}::bigint)
      order by i.code
      limit 500
    `);
  },
  async finish(call, row) {
    const { userId, name } = call.caller;
    if (row.counterId && row.counterId === userId) throw new Refusal(m.stock_recount_by_another());
    const amount = await takeDownBooks(call, row.id, row.storeId);
    const who = row.counterId ? { recounterId: userId, recountName: name } : { counterId: userId, counterName: name };
    return { set: { ...who, amount, countedAt: stamp(call.now) } };
  },
  async recount({ db }, { id }) {
    await db.execute(sql`
      update stock_count_line set counted = null
      where corp_code = current_setting('app.corp_code') and stock_count_id = ${id}
    `);
    await db.execute(sql`
      delete from stock_count_book where corp_code = current_setting('app.corp_code') and stock_count_id = ${id}
    `);
    return { set: { recounterId: null, recountName: null, amount: 0, countedAt: null } };
  },
  review: {
    async mayNot(call, rows) {
      const limit = Number(await parameterOf(call.db, "stockRecountAbove"));
      return rows.map(({ counterId, recounterId, amount }) => {
        if ([counterId, recounterId].includes(call.caller.userId)) return m.stock_review_by_another();
        return (amount ?? 0) > limit && !recounterId ? m.stock_recount_needed() : null;
      });
    },
    async run(call, { id }) {
      await refuseWithoutReason(call, id);
      return { set: { reviewerName: call.caller.name } };
    },
  },
  async post(call, { id, storeId }) {
    const number = await numberWithoutGap(call, "PD");
    const rows = await differencesOf(call, id);
    await openAccounts(
      call,
      rows.map(({ itemId }) => ({ storeId, itemId })),
    );
    const items = await serialItems(
      call,
      rows.map(({ itemId }) => itemId),
    );
    for (const { itemId, counted, book, lineId, serials } of rows) {
      const difference = (counted ?? book) - book;
      if (difference === 0) continue;
      const kind = difference > 0 ? "more" : "less";
      const moved = { storeId, itemId, kind, quantity: Math.abs(difference), amount: "average" } as const;
      await moveStock(call, { ...moved, number, part: String(lineId) });
      const item = items.get(itemId);
      if (item) await postDifference(call, item, { storeId, difference, serials, number });
    }
    return { set: { number, postedAt: stamp(call.now) }, notice: m.stock_posted({ number }) };
  },
};

export const countServed = [
  ...serveResource(resource, {
    table: stockCount,
    lines: { goods: stockCountLine },
    references: { storeId: storeReference, "goods.itemId": itemReference },
    commands: countCommands,
    check,
    dependents: async (call, id) => {
      const [row] = await call.db.select({ status: stockCount.status }).from(stockCount).where(eq(stockCount.id, id));
      if (row && row.status !== "requested") throw new Refusal(m.stock_count_kept());
      return [];
    },
  }),
  serve(stockCountSheet, async (call, { id }) => {
    const [found] = await call.db
      .select({ code: stockCount.code, store: stockStore.name, blind: stockCount.blind, status: stockCount.status })
      .from(stockCount)
      .innerJoin(stockStore, eq(stockStore.id, stockCount.storeId))
      .where(eq(stockCount.id, id));
    if (!found) throw new NotFound();
    const hidden = found.blind && ["requested", "counting"].includes(found.status);
    const rows = await differencesOf(call, id);
    return {
      ...{ id, code: found.code, store: found.store, hidden },
      rows: rows.map(({ itemId, item, unit, counted, reason, ...books }) => {
        const book = hidden ? null : books.book;
        const difference = book === null || counted === null ? null : counted - book;
        const amount = difference === null ? null : worthOf(difference, books);
        return { itemId, item, unit, counted, book, difference, amount, reason };
      }),
    };
  }),
];

/** While it is counted lines change; afterwards the reasons of differences alone. */
function check(call: Call, values: Values, before: Values | null): void {
  if (!before) {
    values.code = nextNumber(call, "PDD");
    values.makerName = call.caller.name;
  }
  const status = before?.status ?? "requested";
  const { goods } = values;
  if (status === "requested" && isRows(goods))
    values.goods = goods.map((line) => ({ ...line, counted: null, reason: null }));
  if (status === "counted" && isRows(goods) && before && isRows(before.goods)) {
    const told = (lines: typeof goods) => JSON.stringify(lines.map(({ itemId, counted }) => [itemId, counted ?? null]));
    if (told(goods) !== told(before.goods)) throw new Refusal(m.stock_count_fixed());
    return;
  }
  if (status !== "requested" && status !== "counting") throw new Refusal(m.stock_count_fixed());
}

interface Difference {
  lineId: number;
  itemId: number;
  item: string;
  unit: string;
  counted: number | null;
  reason: string;
  serials: string | null;
  /** As it was taken down; until then as it is now. */
  book: number;
  /** Fen, of all that the books had. */
  worth: number;
}

function differencesOf({ db }: Call, countId: number): Promise<Difference[]> {
  return rowsOf<Difference>(
    db,
    sql`
      select l.id::float8 as "lineId", l.item_id::float8 as "itemId", i.name as item, i.unit, l.counted::float8 as counted,
             coalesce(l.reason, '') as reason, l.serials,
             coalesce(b.quantity, a.quantity, 0)::float8 as book, coalesce(b.amount, v.amount, 0)::float8 as worth
      from stock_count c
      join stock_count_line l on l.corp_code = c.corp_code and l.stock_count_id = c.id
      join stock_item i on i.corp_code = l.corp_code and i.id = l.item_id
      left join stock_count_book b on b.corp_code = l.corp_code and b.stock_count_id = c.id and b.item_id = l.item_id
      left join stock_account a on a.corp_code = l.corp_code and a.store_id = c.store_id and a.item_id = l.item_id
      left join stock_value v on v.corp_code = l.corp_code and v.store_id = c.store_id and v.item_id = l.item_id
      where c.corp_code = current_setting('app.corp_code') and c.id = ${countId}
      order by l.item_id, l.id
    `,
  );
}

const worthOf = (difference: number, { book, worth }: Pick<Difference, "book" | "worth">): number =>
  book === 0 ? 0 : Math.sign(difference) * partOf(worth, Math.abs(difference), book);

/** With the accounts locked: what is posted at this moment is either in the books that are taken down, or after them. */
async function takeDownBooks(call: Call, countId: number, storeId: number): Promise<number> {
  const lines = await differencesOf(call, countId);
  if (lines.length === 0) throw new Refusal(m.stock_count_empty());
  const missing = lines.find(({ counted }) => counted === null);
  if (missing) throw new Refusal(m.stock_not_counted({ item: missing.item }));
  const items = sql`${`{${lines.map(({ itemId }) => itemId)}}`}::bigint[]`;
  await call.db.execute(sql`
    select id from stock_account
    where corp_code = current_setting('app.corp_code') and store_id = ${storeId} and item_id = any (${items})
    order by item_id
    for update
  `);
  await call.db.execute(sql`
    insert into stock_count_book (stock_count_id, item_id, quantity, amount)
    select ${countId}::bigint, l.item_id, coalesce(a.quantity, 0), coalesce(v.amount, 0)
    from stock_count_line l
    left join stock_account a on a.corp_code = l.corp_code and a.store_id = ${storeId} and a.item_id = l.item_id
    left join stock_value v on v.corp_code = l.corp_code and v.store_id = ${storeId} and v.item_id = l.item_id
    where l.corp_code = current_setting('app.corp_code') and l.stock_count_id = ${countId}::bigint
  `);
  const differences = await differencesOf(call, countId);
  return differences.reduce((sum, one) => sum + Math.abs(worthOf((one.counted ?? one.book) - one.book, one)), 0);
}

interface DifferentNumbers {
  storeId: number;
  difference: number;
  serials: string | null;
  number: string;
}

/** What is missing has gone, as if it were written off; what was found is one that nobody knows, or that was given up before. */
async function postDifference(call: Call, item: KeptItem, { storeId, difference, serials, number }: DifferentNumbers) {
  const spans = readSpans(item, serials, Math.abs(difference));
  const inStock = { state: "stock", storeId } as const;
  const gone = { state: "writtenOff", storeId } as const;
  if (difference < 0) await moveSerials(call, item, spans, { from: inStock, to: gone });
  else await findSerials(call, item, spans, { from: gone, to: inStock });
  const kind = difference > 0 ? "more" : "less";
  await noteSerials(call, spans, { itemId: item.id, storeId, kind, source: number });
}

async function refuseWithoutReason(call: Call, countId: number): Promise<void> {
  const rows = await differencesOf(call, countId);
  const items = await serialItems(
    call,
    rows.map(({ itemId }) => itemId),
  );
  for (const { itemId, counted, book, serials } of rows) {
    const item = items.get(itemId);
    if (item && counted !== null && counted !== book) readSpans(item, serials, Math.abs(counted - book));
  }
  const bare = rows.find(({ counted, book, reason }) => counted !== null && counted !== book && reason.trim() === "");
  if (bare) throw new Refusal(m.stock_reason_missing({ item: bare.item }));
}
