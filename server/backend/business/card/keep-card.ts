/** The people who hold cards: one person holds one card of a type that is not over. */
import { type SQL, sql } from "drizzle-orm";
import type { DocumentKind } from "~/contract/document-kinds";
import { m } from "~/contract/messages";
import { Meanwhile, sqlState } from "../../db/database";
import { businessDay } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { personOf } from "../ticket/restricted-visitor";
import { expireDue, runsOut } from "./expire";

export interface Holder {
  name: string;
  document: DocumentKind;
  country: string;
  identity: string;
}

interface Asked {
  cardTypeId: number;
  typeName: string;
  but?: number;
}
type Person = Pick<Holder, "document" | "country" | "identity">;

/** The sentence why these people may not hold one more card of the type; "" where they may. */
export async function holdersWhyNot(call: Call, asked: Asked, holders: readonly Person[]): Promise<string> {
  const [held] = await heldRows(call, asked, holders, sql`true`);
  return held ? saidOf(held, asked) : "";
}

/** By person (`personOf`), in the words of the refusal: who holds a card of the type that is not over by its last day. */
export async function heldBy(call: Call, asked: Asked, holders: readonly Person[]): Promise<Map<string, string>> {
  const held = await heldRows(
    call,
    asked,
    holders,
    sql`not (${runsOut} and coalesce(c.valid_to < ${businessDay(call.now)}::date, false))`,
  );
  return new Map(held.map((row) => [personOf(row), saidOf(row, asked)]));
}

const saidOf = ({ name, number }: { name: string; number: string }, { typeName }: Asked) =>
  m.card_holder_has_one({ name, type: typeName, number });

async function heldRows(
  { db }: Call,
  { cardTypeId, but = 0 }: Asked,
  holders: readonly Person[],
  which: SQL,
): Promise<(Person & { name: string; number: string })[]> {
  const known = holders.filter(({ identity }) => identity !== "");
  if (known.length === 0) return [];
  return rowsOf(
    db,
    sql`
      select h.document, h.country, h.identity, h.name, c.number
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
        and ${which}
      limit 1000
    `,
  );
}

/** Cards of these people that are over and not yet called so stand in nobody's way; `but` is the card that goes on. */
export async function expireOf(call: Call, holders: readonly Pick<Holder, "identity">[], but = 0): Promise<void> {
  const identities = holders.map(({ identity }) => identity).filter((identity) => identity !== "");
  if (identities.length === 0) return;
  const ids = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select distinct h.card_id::float8 as id
      from season_card_holder h
      where h.corp_code = current_setting('app.corp_code')
        and h.live
        and h.card_id <> ${but}
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

/** As the card's row has them: in one text. */
export const namesOf = (holders: readonly Pick<Holder, "name">[]): string =>
  holders
    .map(({ name }) => name)
    .join(m.words_comma())
    .slice(0, 400);

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
