/** What is due, and the press that makes it. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { makeStatements, statementsDueMost as most, statementsDue } from "~/contract/travel/statement-due";
import { businessDay } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { enqueueFor, isUnderWay } from "../../kernel/enqueue";
import { yuan } from "../../kernel/money";
import { Refusal } from "../../kernel/refusal";
import { rowsOf } from "../../kernel/rows";
import { ofEveryPark } from "../../kernel/scope";
import { type Call, type Served, serve } from "../../kernel/served";
import { underWayOf } from "./accounts";
import { makeStatementsKind } from "./statement-job";
import { duePeriods } from "./statement-movements";

const due = serve(statementsDue, async (call) => {
  const found = await ofEveryPark(call, () =>
    duePeriods(call.db, businessDay(call.now), { agencyId: null, most: most + 1 }),
  );
  const ids = [...new Set([...found.due, ...found.left].map(({ agencyId }) => agencyId))];
  const known = await agenciesOf(call, ids);
  const underWay = await underWayOf(call, ids);
  const words = await dictionariesOf(call.db, ["statementCycle", "statementBasis"], call.locale);
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  const warningsOf = (id: number) => {
    const waiting = underWay.get(id) ?? 0;
    const before = known.get(id)?.before ?? 0;
    return [
      ...(waiting > 0 ? [m.bill_warn_refunds({ amount: yuan(waiting) })] : []),
      ...(before > 0 ? [m.bill_warn_before({ n: before })] : []),
    ];
  };
  const nameOf = (id: number) => known.get(id)?.name ?? "";
  const rows = found.due.slice(0, most);
  return {
    due: rows.map(({ agencyId, cycle, basis, ...period }) => ({
      ...{ ...period, agencyId, agency: nameOf(agencyId), warnings: warningsOf(agencyId) },
      ...{ cycle: said("statementCycle", cycle), basis: said("statementBasis", basis) },
    })),
    left: found.left.slice(0, most).map(({ why, ...one }) => ({
      ...{ ...one, agency: nameOf(one.agencyId) },
      why: why === "noAgreement" ? m.bill_left_no_agreement() : m.bill_left_negative(),
    })),
    total: rows.reduce((sum, { total }) => sum + total, 0),
    running: await isUnderWay(call.db, makeStatementsKind),
    more: found.due.length + found.left.length > most,
  };
});

/** With how many statements of theirs are not closed yet. */
async function agenciesOf({ db }: Call, ids: readonly number[]) {
  const rows = await rowsOf<{ id: number; name: string; before: number }>(
    db,
    sql`
      select a.id::float8 as id, a.name,
             (
               select count(*)::int from agency_statement s
               where s.corp_code = a.corp_code and s.agency_id = a.id
                 and s.status in ('draft', 'sent', 'disputed', 'confirmed')
             ) as before
      from travel_agency a
      where a.corp_code = current_setting('app.corp_code') and a.id = any (${`{${ids.join(",")}}`}::bigint[])
    `,
  );
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

const make = serve(makeStatements, async (call) => {
  const jobId = await enqueueFor(call, { kind: makeStatementsKind, payload: { pressed: true }, unlessWaiting: true });
  if (jobId === 0) throw new Refusal(m.bill_already_running());
  return { jobId };
});

export const statementDueServed: Served[] = [due, make];
