/** Rolls: handed out of a warehouse to a seller, used up number by number, and what is left goes back or on. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { stockRoll as resource } from "~/contract/stock/roll";
import { piecesOf, type SerialSpan, serialNumber, serialText, spansOf } from "~/contract/stock/serial";
import { stamp } from "../../kernel/business-time";
import { nextNumber } from "../../kernel/numbers";
import { Invalid } from "../../kernel/refusal";
import type { CommandsBackend, Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { shiftHeldOf } from "../order/shift-store";
import { operatorReference } from "../platform/people";
import { refuseCardsInHands } from "./cards-in-hands";
import { moveStock, openAccounts, partOf } from "./movements";
import { stockRoll } from "./schema";
import { type KeptItem, moveSerials, noteSerials, serialItems } from "./serials";
import { itemReference, storeReference } from "./store";

interface Roll {
  id: number;
  code: string;
  storeId: number;
  itemId: number;
  sellerId: number;
  quantity: number;
  amount: number | null;
}

/** Who has the roll, and who hands rolls out. */
async function notTheirs(call: Call, rows: readonly Pick<Roll, "sellerId">[]): Promise<(string | null)[]> {
  const all = await call.may("stockRoll:add");
  return rows.map(({ sellerId }) => (all || sellerId === call.caller.userId ? null : m.stock_roll_not_own()));
}

export const rollCommands: CommandsBackend<typeof resource> = {
  spoil: { mayNot: notTheirs, run: (call, row, { serials, reason }) => spoil(call, row, serials, reason) },
  handBack: {
    mayNot: notTheirs,
    async run(call, row, { rest }) {
      const { item, back, missing } = await countRest(call, row, rest ?? "");
      const pieces = piecesOf(back);
      const { storeId, itemId, code } = row;
      if (pieces > 0) {
        const amount = partOf(row.amount ?? 0, pieces, row.quantity);
        await moveStock(call, { storeId, itemId, kind: "handBack", quantity: pieces, amount, number: code, part: "" });
        const from = { state: "seller", storeId, rollId: row.id } as const;
        await moveSerials(call, item, back, { from, to: { state: "stock", storeId } });
        await noteSerials(call, back, { itemId, storeId, kind: "handBack", source: code });
      }
      await closeWith(call, row.id, pieces, missing);
      return { set: { closedAt: stamp(call.now) }, notice: m.stock_roll_back({ n: pieces, missing }) };
    },
  },
  carry: {
    mayNot: notTheirs,
    async run(call, row, { rest }) {
      const { item, back, missing } = await countRest(call, row, rest);
      const pieces = piecesOf(back);
      const { storeId, itemId } = row;
      const code = nextNumber(call, "JL");
      const [first] = back;
      if (!first) throw new Error("what is carried over has a first number");
      const next = await firstOf<{ id: number }>(
        call.db,
        sql`
          insert into stock_roll (code, store_id, item_id, seller_id, first_serial, first_no, quantity, last_serial, amount, handed_by, carried_from)
          values (${code}, ${storeId}, ${itemId}, ${row.sellerId}, ${serialText(item, first.first)}, ${first.first}, ${pieces},
                  ${serialText(item, back.at(-1)?.last ?? first.last)}, ${partOf(row.amount ?? 0, pieces, row.quantity)},
                  ${call.caller.name}, ${row.code})
          returning id::float8 as id
        `,
      );
      if (!next) throw new Error("an insert answers its row");
      await moveSerials(call, item, back, {
        from: { state: "seller", storeId, rollId: row.id },
        to: { state: "seller", storeId, rollId: next.id },
      });
      await noteSerials(call, back, { itemId, storeId, kind: "carry", source: code });
      await closeWith(call, row.id, pieces, missing);
      return { set: { closedAt: stamp(call.now) }, notice: m.stock_roll_carried({ code }) };
    },
  },
};

export const rollBackend = {
  table: stockRoll,
  references: { storeId: storeReference, itemId: itemReference, sellerId: operatorReference },
  commands: rollCommands,
  check,
  saved: handOut,
};

async function itemOf(call: Call, itemId: number): Promise<KeptItem> {
  const item = (await serialItems(call, [itemId])).get(itemId);
  if (!item) throw new Invalid({ itemId: [m.stock_roll_item()] });
  return item;
}

async function check(call: Call, values: Values, before: Values | null): Promise<void> {
  if (before) return;
  const item = await itemOf(call, Number(values.itemId));
  const first = serialNumber(item, String(values.firstSerial));
  const { prefix, digits } = item;
  if (first === null)
    throw new Invalid({
      firstSerial: [m.stock_r_serial_wrong({ text: String(values.firstSerial), prefix, digits })],
    });
  const last = first + Number(values.quantity) - 1;
  if (String(last).length > digits)
    throw new Invalid({ quantity: [m.stock_r_serial_wrong({ text: String(last), prefix, digits })] });
  const shift = await shiftHeldOf(call, Number(values.sellerId));
  Object.assign(values, {
    ...{ code: nextNumber(call, "JL"), firstSerial: serialText(item, first), lastSerial: serialText(item, last) },
    ...{ firstNo: first, handedBy: call.caller.name, shiftId: shift?.id ?? null, shiftNo: shift?.shiftNo ?? null },
  });
}

/** Pieces first, which holds the account; then the numbers. */
async function handOut(call: Call, row: Values, before: Values | null): Promise<void> {
  if (before) return;
  const { id, code, storeId, itemId, quantity } = row as unknown as Roll;
  const item = await itemOf(call, itemId);
  const first = serialNumber(item, String(row.firstSerial)) ?? 0;
  const spans = [{ first, last: first + quantity - 1 }];
  await openAccounts(call, [{ storeId, itemId }]);
  const moved = { storeId, itemId, kind: "hand", quantity, amount: "average", number: code, part: "" } as const;
  const amount = await moveStock(call, moved);
  const to = { state: "seller", storeId, rollId: id } as const;
  await moveSerials(call, item, spans, { from: { state: "stock", storeId }, to });
  await noteSerials(call, spans, { itemId, storeId, kind: "hand", source: code });
  await call.db.execute(sql`
    update stock_roll set amount = ${amount} where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
}

interface Held extends SerialSpan {
  state: "seller" | "sold";
}

/** What of a roll has not been spoiled, lost or given back: in the order of the numbers. The roll is held. */
function heldOf({ db }: Call, rollId: number): Promise<Held[]> {
  return rowsOf<Held>(
    db,
    sql`
      select first_no::float8 as first, last_no::float8 as last, state
      from stock_range
      where corp_code = current_setting('app.corp_code') and stock_roll_id = ${rollId} and state in ('seller', 'sold')
      order by first_no
    `,
  );
}

/** `rest` is the number on top of the roll: what lies before it and was not printed on is missing. */
async function countRest(call: Call, row: Roll, rest: string) {
  const item = await itemOf(call, row.itemId);
  const left = (await heldOf(call, row.id)).filter(({ state }) => state === "seller");
  const top = rest.trim() === "" ? null : serialNumber(item, rest);
  const [first] = left;
  if (rest.trim() !== "" && (top === null || !left.some((span) => span.first <= top && top <= span.last))) {
    const ends = { first: first ? serialText(item, first.first) : "-", last: serialText(item, left.at(-1)?.last ?? 0) };
    throw new Invalid({ rest: [m.stock_roll_rest_wrong(ends)] });
  }
  const within = (from: number, until: number) =>
    left
      .map((span) => ({ first: Math.max(span.first, from), last: Math.min(span.last, until) }))
      .filter((span) => span.first <= span.last);
  const lost = within(0, top === null ? Number.MAX_SAFE_INTEGER : top - 1);
  const { storeId, itemId } = row;
  const at = { storeId, rollId: row.id };
  await moveSerials(call, item, lost, { from: { state: "seller", ...at }, to: { state: "missing", ...at } });
  await noteSerials(call, lost, { itemId, storeId, kind: "missing", source: row.code });
  return { item, back: top === null ? [] : within(top, Number.MAX_SAFE_INTEGER), missing: piecesOf(lost) };
}

async function closeWith({ db }: Call, id: number, pieces: number, missing: number): Promise<void> {
  await db.execute(sql`
    update stock_roll set handed_back = handed_back + ${pieces}, missing = missing + ${missing}
    where corp_code = current_setting('app.corp_code') and id = ${id}
  `);
}

/** Printed on or not: what is on the roll still is spoiled, and prints go on with the next. */
async function spoil(call: Call, row: Roll, text: string, reason: string) {
  const item = await itemOf(call, row.itemId);
  const spans = spansOf(item, text);
  if ("wrong" in spans)
    throw new Invalid({
      serials: [m.stock_r_serial_wrong({ text: spans.wrong, prefix: item.prefix, digits: item.digits })],
    });
  const { storeId, itemId } = row;
  const at = { storeId, rollId: row.id };
  const held = await heldOf(call, row.id);
  let sold = 0;
  for (const span of spans) {
    const parts = held
      .map((one) => ({ ...one, first: Math.max(one.first, span.first), last: Math.min(one.last, span.last) }))
      .filter(({ first, last }) => first <= last);
    if (piecesOf(parts) !== span.last - span.first + 1) {
      const there = (number: number) => parts.some(({ first, last }) => first <= number && number <= last);
      let serial = span.first;
      while (there(serial)) serial += 1;
      throw new Invalid({ serials: [m.stock_roll_spoil_where({ serial: serialText(item, serial) })] });
    }
    const printed = parts.filter(({ state }) => state === "sold");
    const serials = printed.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, n) => serialText(item, first + n)),
    );
    await refuseCardsInHands(call, itemId, serials);
    for (const { state, first, last } of parts) {
      await moveSerials(call, item, [{ first, last }], { from: { state, ...at }, to: { state: "spoiled", ...at } });
      if (state === "sold") sold += last - first + 1;
    }
  }
  await noteSerials(call, spans, { itemId, storeId, kind: "spoiled", source: row.code, note: reason });
  const n = piecesOf(spans);
  await call.db.execute(sql`
    update stock_roll set sold = sold - ${sold}, spoiled = spoiled + ${n}
    where corp_code = current_setting('app.corp_code') and id = ${row.id}
  `);
  return { notice: m.stock_spoiled_n({ n }) };
}
