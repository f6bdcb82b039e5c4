/** Somebody walked in on a card where a gate without a line should not have let them: staff count the visit on the card. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { businessDay } from "../../kernel/business-time";
import { preparedRowsOf, rowsOf } from "../../kernel/rows";
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

  async book({ db }, { passageId, gateName, at, ...walked }) {
    const [card] = await findCards(db, [walked], lock);
    if (!card || whyNot(card, walked.people) !== null) return null;
    await countVisit(db, card.id, { passageId, gateName, people: walked.people, now: new Date(at) });
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

/** A visit of the card, with the passage that stands for it. It alone raises `visits`, of which no index knows. */
export async function countVisit(
  db: Call["db"],
  cardId: number,
  { passageId, people, gateName, now }: { passageId: number; people: number; gateName: string; now: Date },
): Promise<void> {
  await preparedRowsOf(
    db,
    sql`
    with counted as (
      insert into season_card_pass (card_id, passage_id, people, day, at, gate_name)
      values (${cardId}, ${passageId}, ${people}, ${businessDay(now)}::date, ${now.toISOString()}::timestamptz, ${gateName})
    )
    update season_card c
    set visits = c.visits + ${people}
    where c.corp_code = current_setting('app.corp_code') and c.id = ${cardId}
  `,
  );
}
