/** Rules of consumption: kept, and said back in sentences. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { storedRule as resource, storedRuleSays } from "~/contract/stored/rule";
import { dependsOn } from "../../kernel/depends-on";
import { yuan } from "../../kernel/money";
import { Invalid, NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { isRows, type Values } from "../../kernel/resource-backend";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, serve } from "../../kernel/served";
import { refuseKind } from "../card/kinds";
import { storedTypeReference } from "../card/type";
import { posReference } from "../order/payment/pos-reference";
import { parkReference } from "../ticket/park";
import { countStoredInHands } from "./in-hands";
import { storedRulePlace, storedRule as table } from "./schema";

dependsOn("cardType", { table, by: table.cardTypeId, name: table.name, words: m.stored_type_has_rules });
dependsOn("park", { table: storedRulePlace, by: (id) => sql`park_id = ${id}`, words: m.stored_place_has_rules });
dependsOn("pos", { table: storedRulePlace, by: (id) => sql`pos_id = ${id}`, words: m.stored_place_has_rules });

export const ruleServed = [
  ...serveResource(resource, {
    table,
    lines: { places: storedRulePlace },
    references: { cardTypeId: storedTypeReference, "places.parkId": parkReference, "places.posId": posReference },
    check,
    impact,
  }),
  serve(storedRuleSays, async (call, { id }) => {
    const [rule] = await saidRules(call, sql`r.id = ${id}`);
    if (!rule) throw new NotFound();
    return { sentences: rule.sentences };
  }),
];

/** How many cards of its type a change reaches at once; "" of a rule that is off, or where there is none. */
async function impact({ db }: Call, id: number): Promise<string> {
  const cards = await countStoredInHands(
    db,
    sql`
      select card_type_id from stored_rule
      where corp_code = current_setting('app.corp_code') and id = ${id} and status = 'T'
    `,
  );
  return cards > 0 ? m.stored_rule_impact({ cards }) : "";
}

async function check(call: Call, values: Values): Promise<void> {
  await refuseKind(call, values, "stored");
  if (!isRows(values.places)) return;
  for (const [line, { parkId, posId }] of values.places.entries()) {
    if (posId === null || posId === undefined) continue;
    const pos = await firstOf<{ parkId: number }>(
      call.db,
      sql`select park_id::float8 as "parkId" from named_pos where id = ${Number(posId)}`,
    );
    if (pos && pos.parkId !== Number(parkId))
      throw new Invalid({ [`places.${line}.posId`]: [m.stored_pos_elsewhere()] });
  }
}

interface Said {
  percent: number;
  dailyMost: number | null;
  freeDaily: number | null;
  status: string;
  places: { park: string; pos: string | null }[];
}

export async function saidRules({ db }: Call, which: ReturnType<typeof sql>): Promise<{ sentences: string[] }[]> {
  const rows = await rowsOf<Said>(
    db,
    sql`
      select r.percent, r.daily_most::float8 as "dailyMost", r.free_daily::float8 as "freeDaily", r.status,
             (select coalesce(jsonb_agg(jsonb_build_object('park', p.name, 'pos', t.name) order by l.position), '[]')
              from stored_rule_place l
              join named_park p on p.corp_code = l.corp_code and p.id = l.park_id
              left join named_pos t on t.corp_code = l.corp_code and t.id = l.pos_id
              where l.corp_code = r.corp_code and l.stored_rule_id = r.id) as places
      from stored_rule r
      where r.corp_code = current_setting('app.corp_code') and ${which}
      order by r.id
      limit 100
    `,
  );
  return rows.map((rule) => ({ sentences: sentencesOf(rule) }));
}

function sentencesOf({ percent, dailyMost, freeDaily, status, places }: Said): string[] {
  const named = places.map(({ park, pos }) => (pos ? m.stored_says_place_pos({ park, pos }) : park));
  return [
    ...(status === "T" ? [] : [m.stored_says_off()]),
    named.length > 0 ? m.stored_says_where({ places: named.join(m.card_says_and()) }) : m.stored_says_everywhere(),
    ...(freeDaily ? [m.stored_says_free({ amount: yuan(freeDaily) })] : []),
    percent === 100 ? m.stored_says_full() : m.stored_says_percent({ percent }),
    ...(dailyMost ? [m.stored_says_daily({ amount: yuan(dailyMost) })] : []),
  ];
}
