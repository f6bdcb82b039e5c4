/** Somebody walked in on a card where a gate without a line should not have let them: staff count the visit on the card. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { businessDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { OtherCode, Walked } from "../ticket/other-codes";

interface Card {
  id: number;
  key: string;
  number: string;
  status: string;
  visits: number;
  /** Null: as often as one likes. */
  most: number | null;
}

/** Over by its days, or reported lost, it may have been shown all the same; one that is gone has nothing left to count on. */
const countable = new Set(["active", "frozen", "expired"]);

/** The row stays locked until the visit is counted: of two at once, the second sees the first's. */
export const booksPassages = (lock: SQL): Pick<OtherCode, "bookWhyNot" | "book"> => ({
  async bookWhyNot({ db }, walked) {
    const cards = await findCards(db, walked, sql``);
    return walked.map((one) => {
      const card = cards.find(({ key }) => key === keyOf(one));
      return card && whyNot(card, one.people);
    });
  },

  async book({ db }, { passageId, walkedId, parkId, gateName, at, ...walked }) {
    const [card] = await findCards(db, [walked], lock);
    if (!card || whyNot(card, walked.people) !== null) return null;
    const { people } = walked;
    const now = new Date(at);
    // Whoever walked in stands on the card already, without a visit.
    await db.execute(sql`
      delete from season_card_pass
      where corp_code = current_setting('app.corp_code') and card_id = ${card.id} and passage_id = ${walkedId}`);
    await countPass(db, card.id, { passageId, direction: "in", people, entries: people, parkId, gateName, now });
    return { thing: "seasonCard", thingId: card.id, label: card.number };
  },
});

const keyOf = ({ no }: Walked) => no.toLowerCase();

async function findCards(db: Call["db"], walked: readonly Walked[], lock: SQL): Promise<Card[]> {
  return rowsOf<Card>(
    db,
    sql`
      select c.id::float8 as id, c.number_key as key, c.number, c.status, c.visits - c.visits_gone as visits,
             t.in_all * greatest(1, c.holders) as most
      from season_card c
      join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
      where c.corp_code = current_setting('app.corp_code')
        and c.number_key in (select value from jsonb_array_elements_text(${JSON.stringify(walked.map(keyOf))}::jsonb))
      order by c.id
      ${lock}
    `,
  );
}

function whyNot({ status, visits, most }: Card, people: number): string | null {
  if (!countable.has(status)) return m.conflict_card_gone();
  if (most !== null && visits + people > most) return m.conflict_card_no_visits({ left: Math.max(0, most - visits) });
  return null;
}

export interface Pass {
  passageId: number;
  direction: "in" | "out";
  people: number;
  /** Visits that it takes from the card. */
  entries: number;
  parkId: number;
  gateName: string;
  now: Date;
}

/** A passage by the card, with the visits that it takes. It alone raises `visits`, of which no index knows. */
export async function countPass(db: Call["db"], cardId: number, pass: Pass): Promise<void> {
  const { passageId, direction, people, entries, parkId, gateName, now } = pass;
  const of = [cardId, passageId, direction, people, entries, parkId];
  await prepared(db, counting, [...of, businessDay(now), now.toISOString(), gateName]);
}

const counting = `
  with counted as (
    insert into season_card_pass (card_id, passage_id, direction, people, entries, park_id, day, at, gate_name)
    values ($1::bigint, $2::bigint, $3, $4::int, $5::int, $6::bigint, $7::date, $8::timestamptz, $9)
  )
  update season_card c
  set visits = c.visits + $5::int
  where c.corp_code = current_setting('app.corp_code') and c.id = $1::bigint and $5::int > 0
`;
