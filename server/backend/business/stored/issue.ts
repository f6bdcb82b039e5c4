/** What every issue of a card asks for, alone or in a list: a card out of the stock, and until when it is good. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { nextNumber } from "../../kernel/numbers";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { takeBlanks } from "../card/blanks";
import type { ReadType } from "../card/read-type";
import { firstTerm } from "../card/rules";
import { notThere, warnOfStock } from "../card/stock";
import { nextStored } from "./batch";

/** The last day of a card that is sold today; null: for ever. */
export function termOf(type: ReadType, today: string): string | null {
  if (type.validity !== "fixed" && (type.months ?? 0) + (type.days ?? 0) === 0) return null;
  const term = firstTerm(type, today);
  if (term && term.to < today) throw new Refusal(m.card_type_over({ type: type.name, day: term.to }));
  return term?.to ?? null;
}

/**
 * The card in stock with this number, or a new one with a number of its own. Of a type that is sold from rolls it is the one on
 * the blank that was taken, registered before or not.
 */
export async function takeCard(call: Call, type: ReadType, wish: string): Promise<{ id: number; number: string }> {
  const [blank] = (await takeBlanks(call, type, [wish])) ?? [];
  const number = blank ?? wish;
  const registered =
    number === ""
      ? type.fromStock
        ? await nextStored(call, type.id)
        : undefined
      : await firstOf<{ id: number; number: string }>(
          call.db,
          sql`
            select id::float8 as id, number
            from stored_card
            where corp_code = current_setting('app.corp_code')
              and number_key = ${number.toLowerCase()}
              and card_type_id = ${type.id}
              and status = 'stock'
              and (${!type.fromStock}::boolean or batch_id is not null)
            for update
          `,
        );
  if (registered) {
    await warnOfStock(call, type, [registered.id]);
    return registered;
  }
  if (type.fromStock)
    throw new Refusal(number === "" ? m.card_stock_empty({ type: type.name }) : notThere(type, number));
  const made =
    wish !== "" && blank === undefined
      ? undefined
      : await firstOf<{ id: number; number: string }>(
          call.db,
          sql`
            insert into stored_card (number, card_type_id, status)
            values (${blank ?? nextNumber(call, "SC")}, ${type.id}, 'stock')
            on conflict do nothing
            returning id::float8 as id, number
          `,
        );
  if (!made) throw new Refusal(m.card_not_in_stock({ number, type: type.name }));
  return made;
}
