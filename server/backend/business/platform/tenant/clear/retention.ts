/**
 * How long what happened has to be kept, in years by kind, from the last row of that kind. A corp that never went live is
 * excepted: its first money is younger than the trial that head office grants.
 */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ParameterCode } from "~/contract/parameter-declaration";
import { headOffice } from "~/contract/wire";
import type { CorpTable } from "../../../../db/corp-rows";
import type { Transaction } from "../../../../db/database";
import { addDays, businessDay, zoneOfCorp } from "../../../../kernel/business-time";
import { type RetentionKind, retentionOf } from "../../../../kernel/data-classes";
import { parameterOfCorp } from "../../../../kernel/parameters";
import { firstOf } from "../../../../kernel/rows";

const years: Record<RetentionKind, ParameterCode> = {
  money: "retentionMoneyYears",
  trade: "retentionTradeYears",
  traces: "retentionTraceYears",
};

/** Six months: logs of signing in and of what was done are kept so long whatever head office has set. */
const leastTraceDays = 184;

interface Days {
  /** yyyy-MM-dd by the corp's own time, null where there is no row. */
  first: string | null;
  last: string | null;
}

/** Why these tables of a corp may not go, a sentence a kind; empty: nothing keeps them. As the owner. */
export async function keptByLaw(
  tx: Transaction,
  corpCode: string,
  all: readonly CorpTable[],
  going: readonly CorpTable[],
  now: Date,
): Promise<string[]> {
  const money = await daysOf(tx, corpCode, ofKind(all, "money"));
  const trial = Number(await parameterOfCorp(tx, headOffice, "retentionTrialDays"));
  if (money.first === null || money.first > addDays(businessDay(now), -trial)) return [];
  const sentences: string[] = [];
  const words = { money: m.clearing_kept_money, trade: m.clearing_kept_trade, traces: m.clearing_kept_traces };
  for (const kind of ["money", "trade", "traces"] as const) {
    const { last } = kind === "money" && going.some(isMoney) ? money : await daysOf(tx, corpCode, ofKind(going, kind));
    if (last === null) continue;
    const kept = Number(await parameterOfCorp(tx, headOffice, years[kind]));
    const until = `${Number(last.slice(0, 4)) + kept}${last.slice(4)}`;
    if (kept > 0 && until > businessDay(now)) sentences.push(words[kind]({ last, years: String(kept), until }));
    else if (kind === "traces") {
      const least = addDays(last, leastTraceDays);
      if (least > businessDay(now))
        sentences.push(m.clearing_kept_least({ last, days: String(leastTraceDays), until: least }));
    }
  }
  return sentences;
}

const ofKind = (tables: readonly CorpTable[], kind: RetentionKind) =>
  tables.filter(({ name }) => retentionOf(name) === kind);
const isMoney = ({ name }: CorpTable) => retentionOf(name) === "money";

/** The first and the last day of rows; tables that know no moment are asked nothing. */
async function daysOf(tx: Transaction, corpCode: string, tables: readonly CorpTable[]): Promise<Days> {
  const { rows: moments } = await tx.execute<{ name: string; moment: string }>(sql`
    select distinct on (c.relname) c.relname::text as name, a.attname::text as moment
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname in ('at', 'created_at') and a.atttypid = 'timestamptz'::regtype
    where c.relnamespace = current_schema()::regnamespace
      and c.relname = any (${sql.param(tables.map(({ name }) => name))}::text[])
    order by c.relname, a.attname
  `);
  if (moments.length === 0) return { first: null, last: null };
  const parts = moments.map(
    ({ name, moment }) => sql`
      select min(${sql.raw(`"${moment}"`)}) as first, max(${sql.raw(`"${moment}"`)}) as last
      from ${sql.raw(`"${name}"`)} where corp_code = ${corpCode}
    `,
  );
  const zone = await zoneOfCorp(tx, corpCode);
  const found = await firstOf<Days>(
    tx,
    sql`
      select (min(d.first) at time zone ${zone})::date::text as first, (max(d.last) at time zone ${zone})::date::text as last
      from (${sql.join(parts, sql` union all `)}) d
    `,
  );
  return found ?? { first: null, last: null };
}
