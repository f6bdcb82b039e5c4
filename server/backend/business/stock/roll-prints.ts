/** What prints and shifts have to do with rolls: a print takes the next number, and a shift ends with its rolls counted. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { stockRoll as resource } from "~/contract/stock/roll";
import { type SerialSpan, serialNumber, serialText } from "~/contract/stock/serial";
import { Refusal } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { keepsInShifts } from "../order/shift-keeps";
import { shiftHeldOf } from "../order/shift-store";
import { type BlankKeeper, keepsBlanks } from "../ticket/blanks";
import { rollBackend } from "./rolls";
import { type KeptItem, moveSerials, noteSerials, serialItems } from "./serials";

/** How the numbers on top of a roll are taken: tests put in ways that hold or look at nothing, and see what two at once do then. */
export interface RollWays {
  hold: (call: Call, itemId: number) => Promise<number[]>;
  move: typeof moveSerials;
}
const guarded: RollWays = { hold: holdRolls, move: moveSerials };

export const rollKeeperWith = (ways = guarded): BlankKeeper => ({
  async itemsOf({ db }, templateIds) {
    const rows = await rowsOf<{ templateId: number; itemId: number }>(
      db,
      sql`
        select t.print_template_id::float8 as "templateId", t.stock_item_id::float8 as "itemId"
        from stock_item_template t
        join stock_item i on i.corp_code = t.corp_code and i.id = t.stock_item_id and i.serial_digits is not null
        where t.corp_code = current_setting('app.corp_code') and t.print_template_id = any (${`{${templateIds}}`}::bigint[])
      `,
    );
    return new Map(rows.map(({ templateId, itemId }) => [templateId, itemId]));
  },
  async take(call, { itemId, before, orderNo }) {
    const item = await itemOf(call, itemId);
    const taken = await takeNext(call, item, { count: before.length, note: orderNo }, ways);
    for (const serial of before) await spoilOld(call, item, serial, orderNo);
    return taken;
  },
  async next(call, itemId) {
    const item = await itemOf(call, itemId);
    const row = await firstOf<{ first: number | null; left: number }>(
      call.db,
      sql`
        select (array_agg(r.first_no order by o.id, r.first_no))[1]::float8 as first,
               coalesce(sum(r.last_no - r.first_no + 1), 0)::int as left
        from stock_roll o
        join stock_range r on r.corp_code = o.corp_code and r.stock_roll_id = o.id and r.state = 'seller'
        where o.corp_code = current_setting('app.corp_code') and o.seller_id = ${call.caller.userId}
          and o.item_id = ${itemId} and o.status = 'open'
      `,
    );
    const first = row?.first ?? null;
    return { item: item.name, next: first === null ? "" : serialText(item, first), left: row?.left ?? 0 };
  },
});
export const rollKeeper = rollKeeperWith();

export async function itemOf(call: Call, itemId: number): Promise<KeptItem> {
  const item = (await serialItems(call, [itemId])).get(itemId);
  if (!item) throw new Error(`item ${itemId} is kept by numbers no more`);
  return item;
}

interface Left extends SerialSpan {
  rollId: number;
  storeId: number;
}

/** The shift is held before the roll: whoever closes it waits for this print, or has closed it before. */
export async function takeNext(
  call: Call,
  item: KeptItem,
  { count, note }: { count: number; note: string },
  ways = guarded,
): Promise<string[]> {
  const shift = await shiftHeldOf(call, call.caller.userId);
  const rolls = await ways.hold(call, item.id);
  if (rolls.length === 0) throw new Refusal(m.stock_roll_none({ item: item.name }));
  const left = await rowsOf<Left>(
    call.db,
    sql`
      select stock_roll_id::float8 as "rollId", store_id::float8 as "storeId", first_no::float8 as first, last_no::float8 as last
      from stock_range
      where corp_code = current_setting('app.corp_code') and stock_roll_id = any (${`{${rolls}}`}::bigint[]) and state = 'seller'
      order by stock_roll_id, first_no
      limit ${count}
    `,
  );
  const serials: string[] = [];
  for (const { rollId, storeId, first, last } of left) {
    const n = Math.min(count - serials.length, last - first + 1);
    if (n === 0) break;
    const span = { first, last: first + n - 1 };
    const at = { storeId, rollId };
    await ways.move(call, item, [span], { from: { state: "seller", ...at }, to: { state: "sold", ...at } });
    await noteSerials(call, [span], { itemId: item.id, storeId, kind: "sold", source: note });
    await call.db.execute(sql`
      update stock_roll
      set sold = sold + ${n}, shift_id = coalesce(${shift?.id ?? null}, shift_id), shift_no = coalesce(${shift?.shiftNo ?? null}, shift_no)
      where corp_code = current_setting('app.corp_code') and id = ${rollId}
    `);
    for (let number = first; number <= span.last; number += 1) serials.push(serialText(item, number));
  }
  if (serials.length < count)
    throw new Refusal(m.stock_roll_short({ item: item.name, have: serials.length, want: count }));
  return serials;
}

/** In one order, so that two prints of the same seller wait for each other: what the second reads is what the first has left. */
export async function holdRolls({ db, caller }: Call, itemId: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
      select id::float8 as id from stock_roll
      where corp_code = current_setting('app.corp_code') and seller_id = ${caller.userId} and item_id = ${itemId} and status = 'open'
      order by id
      for update
    `,
  );
  return rows.map(({ id }) => id);
}

/** A ticket that is printed again is on another blank: the one before is spoiled, whoever had it. A closed roll's sums stay. */
async function spoilOld(call: Call, item: KeptItem, serial: string, orderNo: string): Promise<void> {
  const number = serial === "" ? null : serialNumber(item, serial);
  if (number === null) return;
  const of = sql`
    corp_code = current_setting('app.corp_code') and item_id = ${item.id} and state = 'sold'
      and first_no <= ${number} and last_no >= ${number}
  `;
  const roll = await firstOf<{ id: number; storeId: number }>(
    call.db,
    sql`
      select id::float8 as id, store_id::float8 as "storeId" from stock_roll
      where corp_code = current_setting('app.corp_code') and id = (select stock_roll_id from stock_range where ${of})
      for update
    `,
  );
  if (!roll) return;
  const at = { storeId: roll.storeId, rollId: roll.id };
  const span = { first: number, last: number };
  await moveSerials(call, item, [span], { from: { state: "sold", ...at }, to: { state: "spoiled", ...at } });
  const note = m.stock_spoiled_reprint();
  await noteSerials(call, [span], { itemId: item.id, storeId: roll.storeId, kind: "spoiled", source: orderNo, note });
  await call.db.execute(sql`
    update stock_roll set sold = sold - 1, spoiled = spoiled + 1
    where corp_code = current_setting('app.corp_code') and id = ${roll.id} and status = 'open'
  `);
}

export const rollServed = serveResource(resource, rollBackend);

keepsBlanks(rollKeeper);

keepsInShifts({
  async whyNotClose({ db }, shiftId) {
    const open = await rowsOf<{ code: string }>(
      db,
      sql`
        select code from stock_roll
        where corp_code = current_setting('app.corp_code') and shift_id = ${shiftId} and status = 'open'
        order by id limit 5
      `,
    );
    return open.length > 0 ? m.stock_roll_open({ codes: open.map(({ code }) => code).join(", ") }) : null;
  },
  handedOut: ({ db }, shiftId) =>
    rowsOf(
      db,
      sql`
        select r.code, i.name as item, r.first_serial as first, coalesce(r.last_serial, '') as last,
               r.quantity, r.sold, r.spoiled, r.missing,
               r.quantity - r.sold - r.spoiled - r.missing as left, r.status
        from stock_roll r
        join stock_item i on i.corp_code = r.corp_code and i.id = r.item_id
        where r.corp_code = current_setting('app.corp_code') and r.shift_id = ${shiftId}
        order by r.id
      `,
    ),
});
