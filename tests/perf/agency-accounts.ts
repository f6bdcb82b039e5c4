/**
 * Pages of agencies' money with 5,000 agencies and 2,000,000 movements: `npx tsx tests/perf/agency-accounts.ts`, with
 * TEST_DATABASE_URL on PostgreSQL; with PLAN=<part of a statement> the plan of one of the exposure's. Times are of one caller, of the backend with its database, without HTTP.
 */
import { sql } from "drizzle-orm";
import { agencyAccount } from "~/contract/travel/account";
import { agency } from "~/contract/travel/agency";
import { agencyExposure } from "~/contract/travel/exposure";
import { agencyStatement, agencyStatementRows } from "~/contract/travel/statement";
import { statementsDue } from "~/contract/travel/statement-due";
import { moveAgesJob } from "~server/backend/business/travel/sold-by-age";
import { openTestBackend } from "~tests/support/backend";
import { createPark, friday, today } from "~tests/support/park";
import { runKind } from "~tests/support/run-kind";
import { listenToStatements } from "./statements";

const agencies = Number(process.env.AGENCIES ?? 5_000);
const movements = Number(process.env.MOVEMENTS ?? 2_000_000);

const statements = listenToStatements();
const backend = await openTestBackend({ moneyMadeUp: true });
await createPark(backend);
await backend.database.system(
  async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`
    insert into travel_agency (
      corp_code, code, name, type, licence, contact, mobile, settlement, credit_limit, status
    )
    select '0001', 'BN-' || n, '旅行社 ' || n, 'groups', 'L-BN-' || n, '联系人', '13800138000', 'credit', 500000000, 'active'
    from generate_series(1, ${agencies}) n
  `);
    await tx.execute(sql`
    insert into agency_account (corp_code, agency_id, used)
    select '0001', id, 1000 * (${movements}::int / ${agencies}::int) from travel_agency order by id
  `);
    // Each sells ten yuan on credit, one after the other, over the last two hundred days.
    await tx.execute(sql`
    insert into agency_ledger (
      corp_code, at, agency_account_id, agency_id, kind, source, prepaid, used, used_change, deposit
    )
    select '0001', ${`${today}T12:00:00+08:00`}::timestamptz - make_interval(mins => (288000 - n * 288000 / (${movements}::int / ${agencies}::int))),
           k.id, k.agency_id, 'saleCredit', 'BN' || n, 0, 1000 * n, 1000, 0
    from generate_series(1, ${movements}::int / ${agencies}::int) n
    cross join agency_account k
  `);
    // What the database keeps beside the ledger: triggers are off here.
    await tx.execute(sql`
    insert into agency_sold (corp_code, agency_account_id, sold)
    select corp_code, agency_account_id, sum(used_change) from agency_ledger group by corp_code, agency_account_id
  `);
    // All have agreements by the month; what was sold since the first of the last month stands in no statement.
    await tx.execute(sql`
    insert into travel_agreement (corp_code, code, agency_id, from_day, to_day, cycle, basis, status)
    select '0001', 'BN-XY-' || id, id, '2020-01-01', '2099-12-31', 'month', 'sale', 'signed'
    from travel_agency where code like 'BN-%'
  `);
    await tx.execute(sql`
    insert into agency_ledger_open (corp_code, ledger_id, agency_id, at, amount, source)
    select corp_code, id, agency_id, at, used_change, source from agency_ledger
    where at >= date_trunc('month', ${today}::date) - interval '1 month'
  `);
    // What is older stands in one statement a month, each closed.
    await tx.execute(sql`
    insert into agency_statement (corp_code, code, agency_id, from_day, to_day, total, status)
    select '0001', 'BN-DZ-' || agency_id || '-' || to_char(month, 'YYYYMM'), agency_id, month, month + interval '1 month' - interval '1 day',
           total, 'closed'
    from (
      select l.agency_id, date_trunc('month', l.at)::date as month, sum(l.used_change) as total
      from agency_ledger l
      where l.at < date_trunc('month', ${today}::date) - interval '1 month'
      group by 1, 2
    ) m
    order by month, agency_id
  `);
    await tx.execute(sql`
    insert into agency_statement_row (corp_code, statement_id, ledger_id, amount)
    select '0001', b.id, l.id, l.used_change
    from agency_ledger l
    join agency_statement b
      on b.corp_code = l.corp_code and b.agency_id = l.agency_id and b.from_day = date_trunc('month', l.at)::date
    order by b.id, l.id
  `);
  },
  { patience: "none" },
);
for (const table of [
  "travel_agency",
  "travel_agreement",
  "agency_account",
  "agency_ledger",
  "agency_ledger_open",
  "agency_sold",
  "agency_statement",
  "agency_statement_row",
])
  await backend.database.pool.query(`vacuum analyze ${table}`);
const [one] = await backend.sql<{ id: number }>("select min(id)::int as id from travel_agency where code like 'BN-%'");

const [paper] = await backend.sql<{ id: number }>("select max(id)::int as id from agency_statement");
const statementId = Number(paper?.id);

// As the task of the night leaves it; NIGHT=0: as it is before the first one.
if (process.env.NIGHT !== "0") {
  const began = performance.now();
  await runKind(backend, moveAgesJob, friday);
  console.log(`the night's task: ${(performance.now() - began).toFixed(0)} ms`);
  await backend.database.pool.query("vacuum analyze agency_sold");
}
const asked = {
  "list of agencies": () => backend.call(agency.methods.list, {}),
  "list of agencies, one name": () => backend.call(agency.methods.list, { filters: { name: "旅行社 4999" } } as never),
  "one agency's account": () => backend.call(agencyAccount, { id: Number(one?.id) }),
  "list of statements": () => backend.call(agencyStatement.methods.list, {}),
  "list of statements, one agency": () =>
    backend.call(agencyStatement.methods.list, { filters: { agencyId: String(one?.id) } } as never),
  "a statement": () => backend.call(agencyStatement.methods.get, { id: statementId }),
  "a statement's rows": () => backend.call(agencyStatementRows, { id: statementId }),
  "statements due": () => backend.call(statementsDue, {}),
  exposure: () => backend.call(agencyExposure, {}),
};
for (const [name, ask] of Object.entries(asked)) {
  const taken: number[] = [];
  let first = 0;
  for (let i = 0; i < 12; i += 1) {
    const began = performance.now();
    const reply = await ask();
    if (reply.status !== 200) throw new Error(`${name}: ${reply.message}`);
    const took = performance.now() - began;
    if (i === 0) first = took;
    if (i >= 2) taken.push(took);
  }
  taken.sort((a, b) => a - b);
  console.log(
    `${name}: middle ${taken[5]?.toFixed(1)} ms, slowest of ten ${taken.at(-1)?.toFixed(1)} ms, first of all ${first.toFixed(1)} ms`,
  );
}
// Of the exposure's statements each by itself, and of one that holds PLAN also its plan.
statements.clear();
for (let i = 0; i < 10; i += 1) await asked.exposure();
statements.print(10);
if (process.env.PLAN) {
  statements.explainNext(process.env.PLAN);
  await asked.exposure();
}
await backend.close();
process.exit(0);
