/** What a till without a line fetches: states of cards under its own hashes, the rules of their types, what was used of the day. */
import { sql } from "drizzle-orm";
import type { AnswerOf } from "~/contract/method";
import { storedOfflineCards } from "~/contract/stored/offline";
import { businessDay, currentZone } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import { readTypes } from "../card/read-type";
import { hashOf } from "../ticket/device-package";
import { rulesOf } from "./read-card";

const own = sql`current_setting('app.corp_code')`;
/** Cards of one answer: under a megabyte. */
const part = 5_000;
/** Milliseconds: what was under way while an earlier part was read is told again. */
const overlap = 60_000;

type Answer = AnswerOf<typeof storedOfflineCards>;

/** Tills that the caller may sell at. */
export function tillsSeen({ db, caller }: Call): Promise<{ posId: number; parkId: number; name: string }[]> {
  const { scope, park } = caller;
  const parks = park ? [park.id] : scope?.parks;
  return rowsOf(
    db,
    sql`
      select p.id::float8 as "posId", p.park_id::float8 as "parkId", p.name
      from named_pos p
      where ${parks ? sql`p.park_id = any (${`{${parks}}`}::bigint[])` : sql`true`}
      order by p.id
      limit 500
    `,
  );
}

const cards = serve(storedOfflineCards, async (call, { salt, after, since }) => {
  const day = businessDay(call.now);
  const found = await cardsAfter(call, after, since === undefined ? null : new Date(Date.parse(since) - overlap));
  const shown = found.slice(0, part);
  const first = after === 0;
  return {
    ...{ at: call.now.toISOString(), corpCode: call.caller.corpCode, zone: currentZone(), day },
    next: found.length > part ? (shown.at(-1)?.id ?? null) : null,
    places: first ? (await tillsSeen(call)).map(({ posId, parkId }) => ({ posId, parkId })) : [],
    types: first ? await typesOf(call) : [],
    used: first ? await usedOn(call, salt, day) : [],
    cards: shown.map(({ id: _, number, soldAt, frozenAt, ...card }) => ({
      ...{ code: hashOf(salt, number), ...card, soldAt: iso(soldAt), frozenAt: iso(frozenAt) },
    })),
  };
});

const iso = (moment: string | null) => moment && new Date(moment).toISOString();

type Row = Omit<Answer["cards"][number], "code"> & { id: number; number: string };

/** `since` null: those in people's hands; else whatever changed, so that a till says why it takes a card no more. */
function cardsAfter({ db }: Call, after: number, since: Date | null): Promise<Row[]> {
  return rowsOf<Row>(
    db,
    sql`
      select c.id::float8 as id, c.number_key as number, c.card_type_id::float8 as "typeId", c.status,
             c.valid_to::text as "validTo", c.sold_at as "soldAt", c.frozen_at as "frozenAt"
      from stored_card c
      where c.corp_code = ${own}
        and c.id > ${after}
        and ${since ? sql`c.changed_at >= ${since.toISOString()}::timestamptz and c.status <> 'stock'` : sql`c.status in ('active', 'frozen')`}
      order by c.id
      limit ${part + 1}
    `,
  );
}

/** Types that have cards; what is kept of a type goes with its cards, also where it is sold no more. */
async function typesOf(call: Call): Promise<Answer["types"]> {
  const ids = await rowsOf<{ id: number }>(
    call.db,
    // From type to type by the index: every till asks again and again, and few types have very many cards.
    sql`
      with recursive of_card (id) as (
        (select card_type_id from stored_card where corp_code = ${own} order by card_type_id limit 1)
        union all
        select (
          select c.card_type_id from stored_card c
          where c.corp_code = ${own} and c.card_type_id > t.id
          order by c.card_type_id
          limit 1
        )
        from of_card t
        where t.id is not null
      )
      select id::float8 as id from of_card where id is not null
    `,
  );
  const types = await readTypes(
    call,
    ids.map(({ id }) => id),
  );
  const told: Answer["types"] = [];
  for (const { id, name } of types) told.push({ id, name, rules: await rulesOf(call, id) });
  return told;
}

async function usedOn({ db }: Call, salt: string, day: string): Promise<Answer["used"]> {
  const rows = await rowsOf<Omit<Answer["used"][number], "code"> & { number: string }>(
    db,
    sql`
      with of_day as (
        select card_id, principal + gift - principal_back - gift_back as spent, free - free_back as free, 0 as brought
        from stored_spend
        where corp_code = ${own} and day = ${day}
        union all
        select card_id, 0, free, 0 from stored_charge where corp_code = ${own} and day = ${day} and state = 'paid'
        union all
        select card_id, 0, 0, amount from stored_offline
        where corp_code = ${own} and day = ${day} and state = 'booked' and card_id is not null
      )
      select c.number_key as number, sum(u.spent)::float8 as spent, sum(u.free)::float8 as free,
             sum(u.brought)::float8 as brought
      from of_day u
      join stored_card c on c.corp_code = ${own} and c.id = u.card_id
      group by c.id, c.number_key
      having sum(u.spent) + sum(u.free) + sum(u.brought) > 0
    `,
  );
  return rows.map(({ number, ...used }) => ({ code: hashOf(salt, number), ...used }));
}

export const offlineCardsServed: Served[] = [cards];
