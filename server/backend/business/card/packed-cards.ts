/** What gates without a line need of cards: state, days, visits and passages, under codes that the ticket business hashes. */
import { sql } from "drizzle-orm";
import type { PackedCard } from "~/contract/card/gate-card";
import { addDays } from "../../kernel/business-time";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { PackAsked, Packed } from "../ticket/other-codes";
import { personOf, restrictionsOf } from "../ticket/restricted-visitor";
import { rulesOf } from "./gate-rules";
import { readTypes } from "./read-type";

type Row = Omit<PackedCard, "restricted"> & {
  people: { document: string; country: string; identity: string }[];
};

/** Days for which a card that has run out is told of, so that a gate says why it refuses. */
const rememberedDays = 60;

/** Of cards whose type opens one of the parks; `since` null: those that may be shown, else whatever changed. */
export async function packCards(
  call: Pick<Call, "db">,
  { parks, day, after, since, holders, most }: PackAsked,
): Promise<Packed> {
  const { db } = call;
  const types = await readTypes(call, await typesOf(db, parks));
  const rows = await rowsOf<Row>(
    db,
    sql`
      select c.id::float8 as id, c.number, c.card_type_id::float8 as "cardTypeId", c.status, c.frozen_for as "frozenFor",
             c.frozen_at as "frozenAt", c.employee_id is not null as staff, c.holders, c.valid_from::text as "validFrom",
             c.valid_to::text as "validTo", c.visits - c.visits_gone as visits,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'at', p.at, 'direction', p.direction, 'people', p.people, 'entries', p.entries, 'parkId', p.park_id,
                'gate', p.gate_name)), '[]')
              from season_card_pass p
              where p.corp_code = c.corp_code and p.card_id = c.id
                and p.day between ${addDays(day, -1)}::date and ${addDays(day, 1)}::date) as passes,
             (select coalesce(jsonb_agg(jsonb_build_object(
                'document', h.document, 'country', h.country, 'identity', h.identity)), '[]')
              from season_card_holder h
              where h.corp_code = c.corp_code and h.card_id = c.id and h.live and h.identity <> '') as people
      from season_card c
      where c.corp_code = current_setting('app.corp_code')
        and c.id > ${after}
        and c.card_type_id = any (${`{${types.map(({ id }) => id).join(",")}}`}::bigint[])
        and ${
          since
            ? sql`(c.changed_at >= ${since.toISOString()}::timestamptz
                   or c.id in (select p.card_id from season_card_pass p
                               where p.corp_code = c.corp_code and p.counted_at >= ${since.toISOString()}::timestamptz)
                   or c.id in (select h.card_id from season_card_holder h
                               where h.corp_code = c.corp_code and h.identity <> '' and h.live
                                 and h.identity = any (${sql.param(holders)}::text[])))`
            : sql`(c.status in ('active', 'frozen')
                   or c.status = 'expired' and c.valid_to > ${addDays(day, -rememberedDays)}::date)`
        }
      order by c.id
      limit ${most + 1}
    `,
  );
  const part = rows.slice(0, most);
  const restrictions = await restrictionsOf(
    db,
    part.flatMap(({ people }) => people),
  );
  const items = part.map(({ people, ...card }) => {
    // The package names nobody.
    const restricted = people.flatMap((holder) => {
      const found = restrictions.get(personOf(holder));
      return found ? [{ ...found, name: "", identity: "" }] : [];
    });
    const facts: PackedCard = { ...card, restricted };
    return { codes: [card.number.toLowerCase(), ...people.map(({ identity }) => identity)], no: card.number, facts };
  });
  return {
    items,
    types: after === 0 ? types.map((type) => ({ id: type.id, rules: rulesOf(type) })) : [],
    next: rows.length > most ? (part.at(-1)?.id ?? null) : null,
  };
}

/** Types that open one of the parks; of whatever status, since their cards are in people's hands. */
async function typesOf(db: Call["db"], parks: readonly number[]): Promise<number[]> {
  const found = await rowsOf<{ id: number }>(
    db,
    sql`
      select distinct l.card_type_id::float8 as id
      from card_type_place l
      where l.corp_code = current_setting('app.corp_code') and l.park_id = any (${`{${parks.join(",")}}`}::bigint[])
    `,
  );
  return found.map(({ id }) => id);
}
