/** One person holds one card of a type that says so. Of two tills at once an index (`stored_card_sole`) tells the second. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { Refusal } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { ReadType } from "../card/read-type";
import type { StoredHolder } from "./holder";

const own = sql`current_setting('app.corp_code')`;

/** Refuses a second card, and marks the card as the one that its person holds. Who is not named holds as many as they buy. */
export async function holdOne(
  call: Call,
  cardId: number,
  { id, name, onePerPerson }: Pick<ReadType, "id" | "name" | "onePerPerson">,
  { holderName, document, country, identity }: StoredHolder,
): Promise<void> {
  if (!onePerPerson || identity === null) return;
  const other = await firstOf<{ number: string }>(
    call.db,
    sql`
      select number from stored_card
      where corp_code = ${own} and card_type_id = ${id} and identity = ${identity}
        and document = ${document} and coalesce(country, '') = ${country ?? ""} and status in ('active', 'frozen')
        and id <> ${cardId}
      order by id
      limit 1
    `,
  );
  if (other) throw new Refusal(m.card_holder_has_one({ name: holderName ?? "", type: name, number: other.number }));
  await call.db.execute(sql`update stored_card set sole = true where corp_code = ${own} and id = ${cardId}`);
}

/** A replacement is the one that its person holds, if the card before it was. */
export async function handOverSole({ db }: Call, from: number, to: number): Promise<void> {
  const was = await firstOf(
    db,
    sql`update stored_card set sole = false where corp_code = ${own} and id = ${from} and sole returning id`,
  );
  if (was) await db.execute(sql`update stored_card set sole = true where corp_code = ${own} and id = ${to}`);
}
