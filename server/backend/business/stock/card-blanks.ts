/** What sales of cards have to do with rolls: a card is sold on the next number of the seller's roll, or on one that is named. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { serialNumber, serialText } from "~/contract/stock/serial";
import { Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type CardBlankKeeper, keepsCardBlanks } from "../card/blanks";
import { shiftHeldOf } from "../order/shift-store";
import { holdRolls, itemOf, type RollWays, rollKeeper, takeNext } from "./roll-prints";
import { type KeptItem, moveSerials, noteSerials } from "./serials";

/** With ways of taking numbers: the tests put in some that hold or look at nothing, and see what two sales at once do then. */
export const cardKeeper = (ways?: RollWays): CardBlankKeeper => ({
  async itemsOf({ db }, cardTypeIds) {
    const rows = await rowsOf<{ typeId: number; itemId: number }>(
      db,
      sql`
        select t.card_type_id::float8 as "typeId", t.stock_item_id::float8 as "itemId"
        from stock_item_card_type t
        join stock_item i on i.corp_code = t.corp_code and i.id = t.stock_item_id and i.serial_digits is not null
        where t.corp_code = current_setting('app.corp_code') and t.card_type_id = any (${`{${cardTypeIds}}`}::bigint[])
      `,
    );
    return new Map(rows.map(({ typeId, itemId }) => [typeId, itemId]));
  },
  async take(call, { itemId, wishes, note }) {
    const item = await itemOf(call, itemId);
    const named = wishes.filter((wish) => wish !== "");
    // Named ones first: the next are of what they leave.
    for (const wish of named) await takeNamed(call, item, wish, note);
    const count = wishes.length - named.length;
    const others = count === 0 ? [] : await takeNext(call, item, { count, note }, ways);
    return wishes.map((wish) => (wish === "" ? (others.shift() ?? "") : asKept(item, wish)));
  },
  next: (call, itemId) => rollKeeper.next(call, itemId),
});

const asKept = (item: KeptItem, text: string) => serialText(item, serialNumber(item, text) ?? 0);

/** As {@link takeNext} holds them: the shift, then the rolls. */
async function takeNamed(call: Call, item: KeptItem, text: string, note: string): Promise<void> {
  const number = serialNumber(item, text);
  const { prefix, digits, name } = item;
  if (number === null) throw new Invalid({ number: [m.stock_r_serial_wrong({ text, prefix, digits })] });
  const shift = await shiftHeldOf(call, call.caller.userId);
  const rolls = await holdRolls(call, item.id);
  const held = await firstOf<{ rollId: number; storeId: number }>(
    call.db,
    sql`
      select stock_roll_id::float8 as "rollId", store_id::float8 as "storeId"
      from stock_range
      where corp_code = current_setting('app.corp_code') and item_id = ${item.id} and state = 'seller'
        and stock_roll_id = any (${`{${rolls}}`}::bigint[]) and first_no <= ${number} and last_no >= ${number}
    `,
  );
  if (!held) throw new Refusal(m.stock_card_not_on_roll({ serial: serialText(item, number), item: name }));
  const span = { first: number, last: number };
  await moveSerials(call, item, [span], { from: { state: "seller", ...held }, to: { state: "sold", ...held } });
  await noteSerials(call, [span], { itemId: item.id, storeId: held.storeId, kind: "sold", source: note });
  await call.db.execute(sql`
    update stock_roll
    set sold = sold + 1, shift_id = coalesce(${shift?.id ?? null}, shift_id), shift_no = coalesce(${shift?.shiftNo ?? null}, shift_no)
    where corp_code = current_setting('app.corp_code') and id = ${held.rollId}
  `);
}

keepsCardBlanks(cardKeeper());
