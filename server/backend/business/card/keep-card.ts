/** The people who hold cards: one person holds one card of a type that is not over. */
import { sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { Meanwhile, sqlState } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { expireDue } from "./expire";

export interface Holder {
  name: string;
  document: DocumentKind;
  country: string;
  identity: string;
}

/** The sentence why these people may not hold one more card of the type; "" where they may. */
export async function holdersWhyNot(
  call: Call,
  { cardTypeId, typeName, but = 0 }: { cardTypeId: number; typeName: string; but?: number },
  holders: readonly Pick<Holder, "document" | "country" | "identity">[],
): Promise<string> {
  const known = holders.filter(({ identity }) => identity !== "");
  if (known.length === 0) return "";
  const held = await firstOf<{ name: string; number: string }>(
    call.db,
    sql`
      select h.name, c.number
      from jsonb_to_recordset(${JSON.stringify(known)}::jsonb) as k (document text, country text, identity text)
      join season_card_holder h
        on h.corp_code = current_setting('app.corp_code')
       and h.card_type_id = ${cardTypeId}
       and h.document = k.document
       and h.country = k.country
       and h.identity = k.identity
       and h.live
      join season_card c on c.corp_code = h.corp_code and c.id = h.card_id
      where c.id <> ${but}
      limit 1
    `,
  );
  return held ? m.card_holder_has_one({ name: held.name, type: typeName, number: held.number }) : "";
}

/** Cards of these people that are over and not yet called so stand in nobody's way. */
export async function expireOf(call: Call, holders: readonly Pick<Holder, "identity">[]): Promise<void> {
  const identities = holders.map(({ identity }) => identity).filter((identity) => identity !== "");
  if (identities.length === 0) return;
  const ids = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select distinct h.card_id::float8 as id
      from season_card_holder h
      where h.corp_code = current_setting('app.corp_code')
        and h.live
        and h.identity in (select value from jsonb_array_elements_text(${JSON.stringify(identities)}::jsonb))
    `,
  );
  await expireDue(
    call,
    businessDay(call.now),
    ids.map(({ id }) => id),
  );
}

/** Somebody else gave one of these people such a card at this moment: all begins anew, and finds it. */
export async function orMeanwhile<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw sqlState(error) === "23505" ? new Meanwhile(error) : error;
  }
}

export async function holdersOf({ db }: Pick<Call, "db">, cardId: number): Promise<Holder[]> {
  return rowsOf<Holder>(
    db,
    sql`
      select name, document, country, identity
      from season_card_holder
      where corp_code = current_setting('app.corp_code') and card_id = ${cardId}
      order by place
    `,
  );
}
