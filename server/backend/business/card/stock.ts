/** The stock of cards: batches by number range, and cards that are taken out of it, or made. */
import { sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { mostOfBatch, numbersOf, cardBatch as resource } from "~/contract/card/batch";
import { m } from "~/contract/messages";
import { Meanwhile, sqlState } from "../../db/database";
import { dependsOn } from "../../kernel/depends-on";
import { notify, settleMatter } from "../../kernel/notify";
import { nextNumber } from "../../kernel/numbers";
import { Invalid, Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import type { Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { boundAmong } from "../ticket/wristband";
import { batchKeeperOf, type ReceivedBatch } from "./batch-keeper";
import { cardBlankKeeper, takeBlanks } from "./blanks";
import { type ReadType, readType } from "./read-type";
import { seasonCard, cardBatch as table } from "./schema";
import { typeReference } from "./type";

export const batchReference = { table, name: table.firstNumber };

dependsOn("cardBatch", { table: seasonCard, by: seasonCard.batchId, words: m.card_batch_has_cards });
dependsOn("cardType", { table, by: table.cardTypeId, name: table.firstNumber, words: m.card_type_has_batches });

const counted = (status: string) => sql`(
  select count(*)::int
  from numbered_card c
  where c.corp_code = b.corp_code and c.batch_id = b.id and c.status = ${sql.raw(`'${status}'`)}
)`;

export const batchServed = serveResource(resource, {
  table,
  indexed: true,
  query: { from: "card_batch b", columns: { left: counted("stock"), spoiled: counted("spoiled") } },
  references: { cardTypeId: typeReference },
  check: (_call, values, before) => {
    if (before) return;
    const numbers = numbersOf(String(values.firstNumber), String(values.lastNumber));
    if (!numbers) throw new Invalid({ lastNumber: [m.card_batch_range({ n: mostOfBatch })] });
    values.total = numbers.length;
  },
  saved: async (call, batch, before) => {
    if (!before) await receive(call, batch);
  },
});

const matterOf = (typeId: number) => `card-stock-${typeId}`;

/** Every number once in the corp: of two who receive the same at once, one is told which stands in the way. */
async function receive(call: Call, batch: Values): Promise<void> {
  const cardTypeId = Number(batch.cardTypeId);
  const numbers = numbersOf(String(batch.firstNumber), String(batch.lastNumber)) ?? [];
  const { kind } = await readType(call, cardTypeId);
  const makes = batchKeeperOf(kind) ?? makeCards;
  const taken = await knownOf(call, numbers);
  if (taken.size === 0) await holdApart(call, batch);
  const made = new Set(await makes(call, { batchId: Number(batch.id), cardTypeId, numbers }));
  const twice = numbers.filter((number) => taken.has(number.toLowerCase()) || !made.has(number));
  const [number] = twice;
  if (number !== undefined) throw new Invalid({ firstNumber: [m.card_batch_taken({ number, n: twice.length })] });
  const [band] = await boundAmong(call, numbers);
  if (band !== undefined) throw new Invalid({ firstNumber: [m.card_number_of_wristband({ number: band })] });
  await settleMatter(call.db, call.now, matterOf(cardTypeId));
}

/** No index holds numbers of two kinds of cards apart, as they stand in two tables: the ranges of their batches are held so. */
async function holdApart({ db }: Call, { id, firstNumber, lastNumber }: Values): Promise<void> {
  const own = sql`corp_code = current_setting('app.corp_code')`;
  const other = await firstOf<{ first: string; last: string }>(
    db,
    sql`
      select first_number as first, last_number as last
      from card_batch
      where ${own}
        and apart
        and card_numbers_head(first_number) = card_numbers_head(${firstNumber})
        and card_numbers(first_number, last_number) && card_numbers(${firstNumber}, ${lastNumber})
      order by id
      limit 1
    `,
  );
  if (other) throw new Invalid({ firstNumber: [m.card_batch_overlaps(other)] });
  try {
    await db.execute(sql`update card_batch set apart = true where ${own} and id = ${id}`);
  } catch (error) {
    // Somebody else received one of the numbers at this moment: all begins anew, and names it.
    throw sqlState(error) === "23P01" ? new Meanwhile(error) : error;
  }
}

/** In small letters, those that are some card's already, of whichever kind: plastic has one number. */
async function knownOf({ db }: Call, numbers: readonly string[]): Promise<Set<string>> {
  const keys = JSON.stringify(numbers.map((number) => number.toLowerCase()));
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`
      select number_key as key
      from numbered_card
      where corp_code = current_setting('app.corp_code')
        and number_key in (select value from jsonb_array_elements_text(${keys}::jsonb))
    `,
  );
  return new Set(rows.map(({ key }) => key));
}

/** A card that is registered by hand has no number of a card of the other kind; its own kind's are kept apart by an index. */
export async function refuseOtherKinds(
  { db }: Call,
  table: PgTable,
  { number }: Values,
  before: Values | null,
): Promise<void> {
  if (typeof number !== "string" || number === before?.number) return;
  const other = await firstOf(
    db,
    sql`
      select 1 as one from numbered_card n
      where n.corp_code = current_setting('app.corp_code')
        and n.number_key = ${number.toLowerCase()}
        and not exists (select from ${table} t where t.corp_code = n.corp_code and t.number_key = n.number_key)
      limit 1
    `,
  );
  if (other) throw new Invalid({ number: [m.card_number_of_other_kind({ number })] });
}

async function makeCards({ db }: Call, { batchId, cardTypeId, numbers }: ReceivedBatch): Promise<string[]> {
  const made = await rowsOf<{ number: string }>(
    db,
    sql`
      insert into season_card (number, card_type_id, batch_id)
      select value, ${cardTypeId}, ${batchId}
      from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb)
      on conflict do nothing
      returning number
    `,
  );
  return made.map(({ number }) => number);
}

type Stocked = Pick<ReadType, "id" | "name" | "fromStock" | "stockWarn">;

const inStock = (typeId: number) => sql`
  corp_code = current_setting('app.corp_code')
  and card_type_id = ${typeId}
  and status = 'stock'
`;

/**
 * A card of the type, locked: the one in stock with the number, or else the next of its batches where the type wants that, or
 * else a new one with a number of its own. Of two tills at once each takes another.
 */
export async function takeCard(call: Call, type: Stocked, number: string): Promise<{ id: number; number: string }> {
  const { id, name, fromStock } = type;
  const [blank] = (await takeBlanks(call, type, [number])) ?? [];
  if (blank !== undefined) return cardOn(call, type, blank);
  if (number === "" && !fromStock) {
    const made = await firstOf<{ id: number; number: string }>(
      call.db,
      sql`
        insert into season_card (number, card_type_id, status)
        values (${nextNumber(call, "CD")}, ${id}, 'stock')
        returning id::float8 as id, number
      `,
    );
    if (!made) throw new Error("an insert answers its row");
    return made;
  }
  const which =
    number === ""
      ? sql`batch_id is not null order by id limit 1 for update skip locked`
      : sql`number_key = ${number.toLowerCase()} and (${!fromStock}::boolean or batch_id is not null) for update`;
  const taken = await firstOf<{ id: number; number: string }>(
    call.db,
    sql`select id::float8 as id, number from season_card where ${inStock(id)} and ${which}`,
  );
  if (!taken) throw new Refusal(number === "" ? m.card_stock_empty({ type: name }) : notThere(type, number));
  // The row is this transaction's: it is out of the stock before what is left is counted.
  await warnOfStock(call, type, [taken.id]);
  return taken;
}

/** The card of a blank: the one that was registered with its number and is not sold, or a new one. */
async function cardOn(call: Call, type: Stocked, serial: string): Promise<{ id: number; number: string }> {
  const { db } = call;
  const made = await firstOf<{ id: number; number: string }>(
    db,
    sql`
      insert into season_card (number, card_type_id, status)
      values (${serial}, ${type.id}, 'stock')
      on conflict do nothing
      returning id::float8 as id, number
    `,
  );
  if (made && (await boundAmong(call, [serial])).size > 0)
    throw new Refusal(m.card_number_of_wristband({ number: serial }));
  const card =
    made ??
    (await firstOf<{ id: number; number: string }>(
      db,
      sql`
        select id::float8 as id, number from season_card
        where ${inStock(type.id)} and number_key = ${serial.toLowerCase()}
        for update
      `,
    ));
  if (!card) throw new Refusal(m.card_not_in_stock({ number: serial, type: type.name }));
  return card;
}

/** As {@link takeCard}, for many: named ones first, the others after them, in the order of the wishes. */
export async function takeCards(call: Call, type: Stocked, numbers: readonly string[]) {
  const taken: { id: number; number: string }[] = [];
  const blanks = await takeBlanks(call, type, numbers);
  if (blanks) {
    for (const serial of blanks) taken.push(await cardOn(call, type, serial));
    return taken;
  }
  const named = numbers.filter((number) => number !== "");
  const rest = numbers.length - named.length;
  const byNumber = new Map<string, { id: number; number: string }>();
  if (named.length > 0) {
    const keys = JSON.stringify(named.map((number) => number.toLowerCase()));
    const found = await rowsOf<{ id: number; number: string }>(
      call.db,
      sql`
        select id::float8 as id, number
        from season_card
        where ${inStock(type.id)}
          and number_key in (select value from jsonb_array_elements_text(${keys}::jsonb))
          and (${!type.fromStock}::boolean or batch_id is not null)
        order by id
        for update
      `,
    );
    for (const card of found) byNumber.set(card.number.toLowerCase(), card);
  }
  const others = rest === 0 ? [] : await takeNext(call, type, rest, [...byNumber.values()]);
  for (const number of numbers) {
    const card = number === "" ? others.shift() : byNumber.get(number.toLowerCase());
    if (!card) throw new Refusal(number === "" ? m.card_stock_empty({ type: type.name }) : notThere(type, number));
    taken.push(card);
  }
  await warnOfStock(
    call,
    type,
    taken.map(({ id }) => id),
  );
  return taken;
}

async function takeNext(
  call: Call,
  { id, fromStock }: Stocked,
  count: number,
  but: readonly { id: number }[],
): Promise<{ id: number; number: string }[]> {
  if (fromStock)
    return rowsOf(
      call.db,
      sql`
        select id::float8 as id, number
        from season_card
        where ${inStock(id)} and batch_id is not null and id <> all (${`{${but.map((one) => one.id)}}`}::bigint[])
        order by id
        limit ${count}
        for update skip locked
      `,
    );
  const numbers = JSON.stringify(Array.from({ length: count }, () => nextNumber(call, "CD")));
  return rowsOf(
    call.db,
    sql`
      insert into season_card (number, card_type_id, status)
      select value, ${id}, 'stock' from jsonb_array_elements_text(${numbers}::jsonb)
      returning id::float8 as id, number
    `,
  );
}

/** Why a number cannot be sold; the words of the single sale and of a list. */
export const notThere = ({ name, fromStock }: Stocked, number: string): string =>
  fromStock ? m.card_not_of_batch({ number, type: name }) : m.card_not_in_stock({ number, type: name });

/** Of these numbers, in small letters, those that are in stock for the type, of whichever kind. */
export async function numbersInStock({ db }: Call, type: Stocked, numbers: readonly string[]): Promise<Set<string>> {
  if (numbers.length === 0) return new Set();
  const rows = await rowsOf<{ key: string }>(
    db,
    sql`
      select number_key as key
      from numbered_card
      where ${inStock(type.id)}
        and number_key in (select value from jsonb_array_elements_text(${JSON.stringify(numbers)}::jsonb))
        and (${!type.fromStock}::boolean or batch_id is not null)
    `,
  );
  return new Set(rows.map(({ key }) => key));
}

/** Of either kind. Once when the stock falls to the number that the type warns at, and once more with its last card. */
export async function warnOfStock(
  call: Call,
  { id, name, fromStock, stockWarn }: Stocked,
  takenIds: readonly number[],
): Promise<void> {
  if (!fromStock || stockWarn === null) return;
  const rows = await rowsOf(
    call.db,
    sql`
      select id from numbered_card
      where ${inStock(id)} and batch_id is not null and id <> all (${`{${takenIds}}`}::bigint[])
      limit ${stockWarn + 1}
    `,
  );
  const left = rows.length;
  // A list may take it past the number at once.
  if (left > stockWarn || (left + takenIds.length <= stockWarn && left !== 0)) return;
  await notify(call.db, call.now, {
    to: { fun: "cardBatchList" },
    kind: "stock",
    title: (options) => m.card_stock_low({ type: name, n: left }, options),
    body: (options) => m.card_stock_low_text({ type: name, n: left }, options),
    link: `/seasonCard/cardBatchList?cardTypeId=${id}`,
    matter: matterOf(id),
  });
}

/** By type: what is left of the batches and which card is next, for the counter. */
export async function stockOf(call: Call, types: readonly Stocked[]) {
  const all = await stockOfBatches(call, types);
  const items = await cardBlankKeeper().itemsOf(
    call,
    types.map(({ id }) => id),
  );
  for (const [typeId, itemId] of items) {
    const { left, next } = await cardBlankKeeper().next(call, itemId);
    all.set(typeId, { left, next });
  }
  return all;
}

async function stockOfBatches({ db }: Call, types: readonly Stocked[]) {
  const ids = types.flatMap(({ id, fromStock }) => (fromStock ? [id] : []));
  if (ids.length === 0) return new Map<number, { left: number; next: string }>();
  const rows = await rowsOf<{ id: number; left: number; next: string }>(
    db,
    sql`
      select t.id::float8 as id, s.left, coalesce(s.next, '') as next
      from unnest(${`{${ids}}`}::bigint[]) t (id)
      cross join lateral (
        select count(*)::int as left, (array_agg(number order by id))[1] as next
        from (
          select c.id, c.number
          from season_card c
          where c.corp_code = current_setting('app.corp_code')
            and c.card_type_id = t.id
            and c.status = 'stock'
            and c.batch_id is not null
          order by c.id
          limit 1000
        ) few
      ) s
    `,
  );
  return new Map(rows.map(({ id, ...stock }) => [id, stock]));
}
