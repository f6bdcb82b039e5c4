/**
 * Initialising the system: an archive of everything, restored into nothing before it counts; then tables made anew, as a
 * first start makes them, in one transaction. The first account keeps its name, password and second factor, so that nobody
 * else finds the door open.
 */
import { sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { resetState, resetSystem } from "~/contract/platform/reset";
import { headOffice } from "~/contract/wire";
import { localeStorage } from "~/i18n/locale.server";
import { dropAside } from "../../db/aside";
import { corpTables } from "../../db/corp-rows";
import type { Transaction } from "../../db/database";
import { madeAnew } from "../../db/restore";
import { type JobKind, jobKind } from "../../jobs/kind";
import { asOwner } from "../../kernel/as-owner";
import { stamp } from "../../kernel/business-time";
import { enqueueFor } from "../../kernel/enqueue";
import { type Lists, makeListIndexes } from "../../kernel/list-indexes";
import { Forbidden, Invalid, Refusal } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Call, type Served, serve } from "../../kernel/served";
import type { SeedRole } from "../manifest";
import { seedWithin } from "./seed/corp";
import { keptByLaw } from "./tenant/clear/retention";

const kind = "resetSystem";

/** Of every corp, the first that keeps something; sentences with its name. */
async function refusalsOf(tx: Transaction, now: Date): Promise<string[]> {
  const corps = await rowsOf<{ code: string; name: string }>(
    tx,
    sql`select corp_code as code, name from corp order by corp_code`,
  );
  const tables = await corpTables(tx);
  const refusals: string[] = [];
  for (const { code, name } of corps) {
    if (await firstOf(tx, sql`select where is_divided(${code})`)) refusals.push(m.duty_no_reset({ name }));
    const kept = await keptByLaw(tx, code, tables, tables, now);
    if (kept.length > 0) refusals.push(m.reset_kept({ name, why: kept.join(m.tenant_semicolon()) }));
    // One is enough to refuse, a few to say why; not two hundred of them.
    if (refusals.length >= 5) break;
  }
  return refusals;
}

function onlyHeadOffice({ caller }: Pick<Call, "caller">): void {
  if (caller.userId !== 1 || caller.corpCode !== headOffice) throw new Forbidden(m.reset_user1_only());
}

const state = serve(resetState, async (call) => {
  onlyHeadOffice(call);
  const { db } = call;
  const work = await firstOf<{ id: number; state: string; error: string; at: string }>(
    db,
    sql`select id::int as id, state, error, created_at as at from job where kind = ${kind} order by id desc limit 1`,
  );
  const found = await asOwner(call, async () => ({
    refusals: await refusalsOf(db, call.now),
    counts: await firstOf<{ corps: number; accounts: number }>(
      db,
      sql`select (select count(*) from corp)::int as corps, (select count(*) from account)::int as accounts`,
    ),
  }));
  const { corps = 0, accounts = 0 } = found.counts ?? {};
  return { refusals: found.refusals, corps, accounts, work: work ? { ...work, at: stamp(work.at) } : null };
});

const reset = serve(resetSystem, async (call, { phrase }) => {
  onlyHeadOffice(call);
  if (phrase !== m.reset_phrase())
    throw new Invalid({ phrase: [m.reset_phrase_differs({ phrase: m.reset_phrase() })] });
  // Two presses at once put one job in.
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtext('reset of the system'))`);
  const busy = await firstOf(call.db, sql`select from job where kind = ${kind} and state in ('waiting', 'running')`);
  if (busy) throw new Refusal(m.reset_running());
  const [refusal] = await asOwner(call, () => refusalsOf(call.db, call.now));
  if (refusal) throw new Refusal(refusal);
  const jobId = await enqueueFor(call, { kind, payload: {}, maxAttempts: 1 });
  call.audit({ thing: "system", thingId: jobId, label: "", after: { jobId } });
  return { jobId };
});

export const resetServed: Served[] = [state, reset];

/** What of the first account goes on: as JSON, by table. */
const carried = [
  ["account", "id = 1"],
  ["account_totp", "account_id = 1"],
  ["passkey", "account_id = 1"],
  ["recovery_code", "account_id = 1"],
] as const;

const result = z.object({ saved: z.string(), rows: z.number() });

/** `lists` is asked when it runs: the lists are known once everything is served. */
export const resetKind = (roles: readonly SeedRole[], lists: () => Lists): JobKind =>
  jobKind({
    kind,
    title: m.reset_job,
    payload: z.object({}),
    tells: true,
    maxAttempts: 1,
    outcome: (ended) => {
      const { saved, rows } = result.parse(ended);
      return m.reset_job_done({ name: saved, rows: String(rows) });
    },
    async run(run) {
      if (!run.ownArchives) throw new Error("this worker has no place for archives");
      const { name, counts } = await run.ownArchives.save(run.now());
      const rows = Object.values(counts).reduce((sum, one) => sum + one, 0);
      await dropAside((work) => run.writeAsOwner(work));
      await run.writeAsOwner(async (tx) => {
        const [refusal] = await localeStorage.run(run.locale, () => refusalsOf(tx, run.now()));
        if (refusal) throw new Refusal(refusal);
        const kept: { table: string; rows: unknown[] }[] = [];
        for (const [table, where] of [...carried, ["job", `id = ${Number(run.jobId)}`]] as const) {
          const found = await rowsOf<{ row: unknown }>(
            tx,
            sql.raw(`select to_jsonb(t) as row from "${table}" t where corp_code = '${headOffice}' and ${where}`),
          );
          kept.push({ table, rows: found.map(({ row }) => row) });
        }
        await madeAnew(tx, async () => {
          await seedWithin(tx, roles, { passwordHash: "", mustChange: false });
          await tx.execute(sql`delete from account where id = 1`);
          for (const { table, rows: mine } of kept) await putBack(tx, table, mine);
          await tx.execute(sql`
            select setval(pg_get_serial_sequence('job', 'id'), ${run.jobId}, true)
          `);
        });
      });
      await dropAside((work) => run.writeAsOwner(work));
      // By themselves: old tables, new ones and all indexes in one transaction take more locks than a server of usual settings
      // has (max_locks_per_transaction). A start makes those that are missing.
      await run.writeAsOwner((tx) => makeListIndexes(tx, lists()));
      return { saved: name, rows };
    },
  });

/** Without what it hung on: departments, parks and pictures are gone. */
async function putBack(tx: Transaction, table: string, rows: unknown[]): Promise<void> {
  const free = { department_id: null, photo: null, avatar: null };
  const bare = rows.map((row) => (table === "account" ? { ...(row as object), ...free } : row));
  const { rows: names } = await tx.execute<{ name: string }>(sql`
    select quote_ident(attname) as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
  `);
  const columns = sql.raw(names.map(({ name }) => name).join(", "));
  await tx.execute(sql`
    insert into ${sql.identifier(table)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.identifier(table)}, ${JSON.stringify(bare)}::jsonb)
  `);
}
