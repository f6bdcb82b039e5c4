/**
 * Where each number is. A number of an item is in one range, and no two ranges of an item overlap: the table refuses it. What
 * moves numbers holds the account or the roll that they are of, so that nobody else takes the same range apart meanwhile.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import {
  mostSpans,
  piecesOf,
  type SerialKind,
  type SerialSpan,
  saySpans,
  serialText,
  spansOf,
} from "~/contract/stock/serial";
import { dictionariesOf } from "../../kernel/dictionaries";
import { Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export type SerialState = "stock" | "transit" | "seller" | "issued" | "sold" | "spoiled" | "missing" | "writtenOff";

export interface KeptItem extends SerialKind {
  id: number;
  name: string;
}

export interface Whereabouts {
  state: SerialState;
  storeId: number;
  rollId?: number | null;
}

/** Of those items that are kept by numbers. */
export async function serialItems({ db }: Pick<Call, "db">, ids: readonly number[]): Promise<Map<number, KeptItem>> {
  const rows = await rowsOf<KeptItem>(
    db,
    sql`
      select id::float8 as id, name, coalesce(serial_prefix, '') as prefix, serial_digits as digits
      from stock_item
      where corp_code = current_setting('app.corp_code') and serial_digits is not null
        and id = any (${`{${ids}}`}::bigint[])
    `,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** As they were saved; refuses what a change of the item has made wrong since. */
export function readSpans(item: KeptItem, text: string | null, pieces: number): SerialSpan[] {
  const spans = text ? spansOf(item, text) : [];
  if ("wrong" in spans)
    throw new Refusal(m.stock_r_serial_wrong({ text: spans.wrong, prefix: item.prefix, digits: item.digits }));
  const n = piecesOf(spans);
  if (n !== pieces) throw new Refusal(m.stock_r_serial_count({ n, quantity: pieces }));
  return spans;
}

interface Range {
  first: number;
  last: number;
}

/** Numbers that nobody knows yet. */
export async function placeSerials(call: Call, item: KeptItem, spans: readonly SerialSpan[], to: Whereabouts) {
  for (const span of spans) {
    const other = await rangeAt(call, item, span);
    if (other) {
      const serial = serialText(item, Math.max(other.first, span.first));
      throw new Refusal(m.stock_r_serial_taken({ serial, where: other.where }));
    }
    await lay(call, item.id, span, to);
  }
}

/** Refuses where one of them is elsewhere. */
export async function moveSerials(
  call: Call,
  item: KeptItem,
  spans: readonly SerialSpan[],
  { from, to }: { from: Whereabouts; to: Whereabouts | null },
): Promise<void> {
  for (const span of spans) {
    await lift(call, item, span, from);
    if (to) await lay(call, item.id, span, to);
  }
}

/** Numbers that turn up: given up before in this warehouse, or known to nobody. */
export async function findSerials(
  call: Call,
  item: KeptItem,
  spans: readonly SerialSpan[],
  { from, to }: { from: Whereabouts; to: Whereabouts },
): Promise<void> {
  for (const span of spans) {
    const known = await rangeAt(call, item, span);
    if (known) await moveSerials(call, item, [span], { from, to });
    else await placeSerials(call, item, [span], to);
  }
}

const at = ({ state, storeId, rollId = null }: Whereabouts) =>
  sql`state = ${state} and store_id = ${storeId} and stock_roll_id is not distinct from ${rollId}::bigint`;

/** Takes the ranges that hold the numbers away, and lays down what is left of them at both ends. */
async function lift(call: Call, item: KeptItem, span: SerialSpan, from: Whereabouts): Promise<void> {
  const held = await rowsOf<Range>(
    call.db,
    sql`
      delete from stock_range
      where corp_code = current_setting('app.corp_code') and item_id = ${item.id} and ${at(from)}
        and first_no <= ${span.last} and last_no >= ${span.first}
      returning first_no::float8 as first, last_no::float8 as last
    `,
  );
  held.sort((one, other) => one.first - other.first);
  let next = span.first;
  for (const { first, last } of held) {
    if (first > next) break;
    next = last + 1;
  }
  if (next <= span.last) {
    const there = await rangeAt(call, item, { first: next, last: next });
    const where = there?.where ?? m.stock_r_serial_unknown();
    throw new Refusal(m.stock_r_serial_not_there({ serial: serialText(item, next), where }));
  }
  const left = held.flatMap(({ first, last }) => [
    ...(first < span.first ? [{ first, last: span.first - 1 }] : []),
    ...(last > span.last ? [{ first: span.last + 1, last }] : []),
  ]);
  for (const range of left) await insert(call, item.id, range, from);
}

/** Joined with the neighbours that are at the same place: a roll that is sold one by one stays one range. */
async function lay(call: Call, itemId: number, span: SerialSpan, to: Whereabouts): Promise<void> {
  const beside = await rowsOf<Range>(
    call.db,
    sql`
      delete from stock_range
      where corp_code = current_setting('app.corp_code') and item_id = ${itemId} and ${at(to)}
        and (last_no = ${span.first - 1} or first_no = ${span.last + 1})
      returning first_no::float8 as first, last_no::float8 as last
    `,
  );
  const first = Math.min(span.first, ...beside.map((one) => one.first));
  const last = Math.max(span.last, ...beside.map((one) => one.last));
  await insert(call, itemId, { first, last }, to);
}

async function insert({ db, now }: Call, itemId: number, { first, last }: Range, to: Whereabouts): Promise<void> {
  await db.execute(sql`
    insert into stock_range (item_id, store_id, stock_roll_id, state, first_no, last_no, moved_at)
    values (${itemId}, ${to.storeId}, ${to.rollId ?? null}, ${to.state}, ${first}, ${last}, ${now.toISOString()}::timestamptz)
  `);
}

/** The lowest range that has one of the numbers, and in words where it is. */
async function rangeAt(call: Call, item: KeptItem, span: SerialSpan): Promise<(Range & { where: string }) | null> {
  const found = await firstOf<Range & { state: string; store: string }>(
    call.db,
    sql`
      select r.first_no::float8 as first, r.last_no::float8 as last, r.state, coalesce(s.name, '') as store
      from stock_range r
      left join stock_store s on s.corp_code = r.corp_code and s.id = r.store_id
      where r.corp_code = current_setting('app.corp_code') and r.item_id = ${item.id}
        and r.first_no <= ${span.last} and r.last_no >= ${span.first}
      order by r.first_no
      limit 1
    `,
  );
  if (!found) return null;
  const { stockSerialState: states = [] } = await dictionariesOf(call.db, ["stockSerialState"], call.locale);
  const state = states.find(({ value }) => value === found.state)?.label ?? "";
  return { ...found, where: `${found.store} ${state}`.trim() };
}

export interface Noted {
  itemId: number;
  storeId: number;
  kind: string;
  source: string;
  part?: string;
  note?: string;
}

/** What became of the numbers, for whoever looks for one of them later. */
export async function noteSerials(call: Call, spans: readonly SerialSpan[], noted: Noted): Promise<void> {
  const { userId, name } = call.caller;
  for (const { first, last } of spans)
    await call.db.execute(sql`
      insert into stock_serial_log (at, item_id, store_id, kind, first_no, last_no, source, part, note, account_id, account_name)
      values (${call.now.toISOString()}::timestamptz, ${noted.itemId}, ${noted.storeId}, ${noted.kind}, ${first}, ${last},
              ${noted.source}, ${noted.part ?? ""}, ${noted.note ?? ""}, ${userId}, ${name})
    `);
}

interface Written {
  itemId: number;
  storeId: number;
  kind: string;
  part: string;
  first: number;
  last: number;
}

/** What a document wrote, as it was written. */
export function serialsOf({ db }: Call, number: string): Promise<Written[]> {
  return rowsOf<Written>(
    db,
    sql`
      select item_id::float8 as "itemId", store_id::float8 as "storeId", kind, part, first_no::float8 as first, last_no::float8 as last
      from stock_serial_log
      where corp_code = current_setting('app.corp_code') and source = ${number}
      order by id
    `,
  );
}

/** Of lines on their way into a table: refuses what is wrong by line, and writes the numbers as they are shown everywhere. */
export async function checkLineSerials(
  call: Call,
  lines: readonly Record<string, unknown>[],
  quantityOf: (line: Record<string, unknown>) => number | null,
): Promise<Record<string, string[]>> {
  const items = await serialItems(
    call,
    lines.map(({ itemId }) => Number(itemId)).filter((id) => id > 0),
  );
  const errors: Record<string, string[]> = {};
  for (const [place, line] of lines.entries()) {
    const item = items.get(Number(line.itemId));
    const wrong = serialProblem(item, line, quantityOf(line));
    if (wrong) errors[`goods.${place}.serials`] = [wrong];
  }
  return errors;
}

/** What is wrong with the numbers of a line; what is right is written as it is shown everywhere. */
export function serialProblem(item: KeptItem | undefined, line: Record<string, unknown>, quantity: number | null) {
  const text = String(line.serials ?? "").trim();
  if (!item) {
    line.serials = null;
    return text === "" ? null : m.stock_r_serial_none();
  }
  if (text === "") return quantity ? m.stock_r_serial_needed() : null;
  const spans = spansOf(item, text, quantity ?? undefined);
  if ("wrong" in spans) return m.stock_r_serial_wrong({ text: spans.wrong, prefix: item.prefix, digits: item.digits });
  const n = piecesOf(spans);
  if (quantity !== null && n !== quantity) return m.stock_r_serial_count({ n, quantity });
  const said = saySpans(item, spans);
  if (said.length > 500 || spans.length > mostSpans) return m.stock_r_serial_many();
  line.serials = said;
  return null;
}
