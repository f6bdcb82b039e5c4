/** Statements of all agencies whose period is over: one agency a transaction, so that what was made before a stop stays, and the next run makes what is left. */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { agencyStatement } from "~/contract/travel/statement";
import { makeStatements } from "~/contract/travel/statement-due";
import type { Transaction } from "../../db/database";
import { type JobRun, jobKind } from "../../jobs/kind";
import { standIn } from "../../jobs/stand-in";
import { writeAudits } from "../../kernel/audit";
import { businessDay } from "../../kernel/business-time";
import { parameterOf } from "../../kernel/parameters";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { AuditEntry, Caller } from "../../kernel/served";
import { type DuePeriod, duePeriods, takeMovements } from "./statement-movements";

export const makeStatementsKind = "makeStatements";

export const makeStatementsJob = jobKind({
  kind: makeStatementsKind,
  title: m.bill_job_make,
  payload: z.object({ pressed: z.boolean().default(false) }),
  schedule: { cron: "20 4 * * *", of: "everyCorp" },
  outcome: ({ rows = 0 }) => m.bill_job_made({ n: rows }),
  tells: true,
  async run(run, { pressed }) {
    const today = businessDay(run.now());
    if (!pressed && !(await run.read(async (db) => (await parameterOf(db, "statementsByNight")) === "T")))
      return { rows: 0 };
    let rows = 0;
    for (let after = 0; ; ) {
      const ids = await run.read((db) => agenciesAfter(db, after));
      if (ids.length === 0) break;
      for (const id of ids) {
        if (run.signal.aborted) break;
        rows += await run.write((db) => makeOf(run, db, { agencyId: id, today, pressed }));
        await run.progress(rows);
      }
      after = ids.at(-1) ?? after;
    }
    return { rows, link: `${agencyStatement.path}?status=draft` };
  },
});

/** Agencies with an account and an agreement, by the hundred. */
async function agenciesAfter(db: Transaction, after: number): Promise<number[]> {
  const rows = await rowsOf<{ id: number }>(
    db,
    sql`
      select k.agency_id::float8 as id
      from agency_account k
      where k.corp_code = current_setting('app.corp_code') and k.agency_id > ${after}
        and exists (
          select from travel_agreement g
          where g.corp_code = k.corp_code and g.agency_id = k.agency_id and g.status = 'signed'
        )
      order by k.agency_id
      limit 100
    `,
  );
  return rows.map(({ id }) => id);
}

interface Asked {
  agencyId: number;
  today: string;
  pressed: boolean;
}

/** The agency is locked: of two runs at once, the second finds nothing left. */
async function makeOf(run: JobRun, db: Transaction, { agencyId, today, pressed }: Asked): Promise<number> {
  const agency = await firstOf<{ code: string }>(
    db,
    sql`
      select code from travel_agency
      where corp_code = current_setting('app.corp_code') and id = ${agencyId}
      for no key update
    `,
  );
  if (!agency) return 0;
  const { due } = await duePeriods(db, today, { agencyId, most: 1000 });
  if (due.length === 0) return 0;
  const caller: Pick<Caller, "userId" | "name"> = pressed
    ? (await standIn(run, db, makeStatements.access)).caller
    : { userId: 0, name: "" };
  const entries: AuditEntry[] = [];
  for (const period of due) {
    const made = await makeOne(db, agency.code, period, today);
    if (made) entries.push({ thing: agencyStatement.noun, thingId: made.id, label: made.code, after: period });
  }
  await writeAudits(
    db,
    { caller: caller as Caller, now: run.now(), requestId: `job-${run.jobId}` },
    agencyStatement.methods.save,
    entries,
  );
  return entries.length;
}

async function makeOne(
  db: Transaction,
  agency: string,
  { agencyId, from, to, basis, total }: DuePeriod,
  today: string,
): Promise<{ id: number; code: string } | null> {
  const plain = `JS${to.replaceAll("-", "")}-${agency}`;
  // One of the number is there where an earlier one of the period is void, or more was found for it later.
  const made = await firstOf<{ id: number; code: string }>(
    db,
    sql`
      insert into agency_statement (code, agency_id, from_day, to_day, basis)
      select ${plain}::text || case when taken.n = 0 then '' else '-' || (taken.n + 1)::text end,
             ${agencyId}, ${from}::date, ${to}::date, ${basis}
      from (
        select count(*) as n from agency_statement
        where corp_code = current_setting('app.corp_code') and agency_id = ${agencyId}
          and (lower(code) = lower(${plain}) or lower(code) like lower(${plain}) || '-%')
      ) taken
      returning id::float8 as id, code
    `,
  );
  if (!made) return null;
  const taken = await takeMovements(db, { id: made.id, agencyId, fromDay: from, toDay: to, basis }, today);
  if (taken !== total) throw new Error(`statement ${made.code} took ${taken} where ${total} was due`);
  return made;
}
