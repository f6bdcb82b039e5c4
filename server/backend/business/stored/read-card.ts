/** A card as its steps need it, and the rules of its type by which it is spent. */
import { type SQL, sql } from "drizzle-orm";
import type { SpendRule } from "~/contract/stored/spend-rules";
import { addDays, businessDay, startOfDay } from "../../kernel/business-time";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface ReadCard {
  id: number;
  number: string;
  cardTypeId: number;
  status: string;
  soldAt: string | null;
  /** Of a lost one: since when. */
  frozenAt: string | null;
  holderName: string | null;
  document: string | null;
  country: string | null;
  identity: string | null;
  mobile: string | null;
  email: string | null;
  validTo: string | null;
  principal: number;
  gift: number;
  deposit: number;
}

const own = sql`current_setting('app.corp_code')`;

export function readCard({ db }: Pick<Call, "db">, which: SQL, lock = sql``): Promise<ReadCard | undefined> {
  return firstOf<ReadCard>(
    db,
    sql`
      select c.id::float8 as id, c.number, c.card_type_id::float8 as "cardTypeId", c.status, c.sold_at as "soldAt",
             c.frozen_at as "frozenAt", c.holder_name as "holderName",
             c.document, c.country, c.identity, c.mobile, c.email, c.valid_to::text as "validTo", c.principal::float8 as principal, c.gift::float8 as gift,
             c.deposit::float8 as deposit
      from stored_card c
      where c.corp_code = ${own} and ${which}
      ${lock}
    `,
  );
}

export function rulesOf({ db }: Pick<Call, "db">, cardTypeId: number): Promise<SpendRule[]> {
  return rowsOf<SpendRule>(
    db,
    sql`
      select r.id::float8 as id, r.name, r.percent, r.daily_most::float8 as "dailyMost",
             r.free_daily::float8 as "freeDaily", r.offline_most::float8 as "offlineMost",
             (select coalesce(jsonb_agg(jsonb_build_object('parkId', l.park_id, 'posId', l.pos_id) order by l.position), '[]')
              from stored_rule_place l where l.corp_code = r.corp_code and l.stored_rule_id = r.id) as places
      from stored_rule r
      where r.corp_code = ${own} and r.card_type_id = ${cardTypeId} and r.status = 'T'
      order by r.id
      limit 100
    `,
  );
}

/** Of a day: what was spent and did not go back, and what was free. */
export async function spentOn({ db }: Call, cardId: number, at: Date): Promise<{ spent: number; free: number }> {
  const day = businessDay(at);
  const found = await firstOf<{ spent: number; free: number }>(
    db,
    sql`
      select
        coalesce((select sum(s.principal + s.gift - s.principal_back - s.gift_back) from stored_spend s
                  where s.corp_code = ${own} and s.card_id = ${cardId} and s.day = ${day}), 0)::float8 as spent,
        coalesce((select sum(h.free) from stored_charge h
                  where h.corp_code = ${own} and h.card_id = ${cardId} and h.day = ${day} and h.state = 'paid'), 0)::float8
        + coalesce((select sum(s.free - s.free_back) from stored_spend s
                    where s.corp_code = ${own} and s.card_id = ${cardId} and s.day = ${day}), 0)::float8 as free
    `,
  );
  return found ?? { spent: 0, free: 0 };
}

/** Principal of top-ups that are not older than seven days, less what was refunded since, by card; none where there is none. */
export async function lateTopUps({ db, now }: Call, cardIds: readonly number[]): Promise<Map<number, number>> {
  if (cardIds.length === 0) return new Map();
  const since = startOfDay(addDays(businessDay(now), -7)).toISOString();
  const found = await rowsOf<{ id: number; amount: number }>(
    db,
    sql`
      select l.stored_card_id::float8 as id, greatest(sum(l.principal_change), 0)::float8 as amount
      from stored_ledger l
      where l.corp_code = ${own}
        and l.stored_card_id = any (${`{${cardIds}}`}::bigint[])
        and l.at >= ${since}::timestamptz
        and l.kind in ('topUp', 'refund')
      group by l.stored_card_id
    `,
  );
  return new Map(found.map(({ id, amount }) => [id, amount]));
}
