/**
 * The work of a data migration: batches of one kind, each in one transaction with the rows of its log. What was stopped in
 * the midst goes on after the last batch that was committed, and finds its rows by the log.
 */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { dataMigration as resource } from "~/contract/tenant/migration";
import type { Transaction } from "../../../../db/database";
import { type JobKind, type JobRun, jobKind } from "../../../../jobs/kind";
import { standIn } from "../../../../jobs/stand-in";
import { writeAudits } from "../../../../kernel/audit";
import { stamp } from "../../../../kernel/business-time";
import type { AuditEntry, Call } from "../../../../kernel/call";
import { inCorp } from "../../../../kernel/in-corp";
import { nounOf, type Portable } from "../../../../kernel/portable";
import type { Outcome, Planned, Worlds } from "../../../../kernel/portable-plan";
import { digestOf, type Entry } from "../../../../kernel/portable-world";
import { make, takeOver } from "../../../../kernel/portable-write";
import { Refusal } from "../../../../kernel/refusal";
import { rowsOf } from "../../../../kernel/rows";
import { admitHeadOffice } from "../head-office";
import { dataMigrationItem as items, dataMigration as table } from "./schema";
import { partiesOf, refuseParties, tenantsOf } from "./tenants";
import { plansOf, type Wanted } from "./worlds";

const batch = 100;
const access = { fun: resource.fun, button: "dataMigration:start" } as const;

export const migrateData = (portables: readonly Portable[], size = batch): JobKind =>
  jobKind({
    kind: "migrateData",
    title: m.migration,
    payload: z.object({ migrationId: z.number() }),
    outcome: (ended) => m.migration_outcome({ made: Number(ended.rows ?? 0) }),
    page: ({ payload }) => `${resource.path}/${z.object({ migrationId: z.number() }).parse(payload).migrationId}`,
    tells: true,
    async run(run, { migrationId }) {
      const migration = await run.read((tx) => migrationById(tx, migrationId));
      // Taken back before it went on: there is nothing to do.
      if (migration?.status !== "running") return {};
      const chosen = portables.filter((one) => migration.kinds.includes(nounOf(one)) && !one.anchor);
      for (const portable of chosen) {
        for (let left = true; left; ) {
          left = await run.write((tx) => oneBatch(run, tx, { portables, portable, migrationId, size }));
          const done = await run.read((tx) => countDone(tx, migrationId));
          await run.progress(done, Math.max(done, migration.total));
        }
      }
      await end(run, migrationId);
      return undefined;
    },
  });

async function migrationById(tx: Transaction, id: number, lock = false) {
  const query = tx.select().from(table).where(eq(table.id, id));
  const [found] = await (lock ? query.for("update") : query);
  return found;
}

interface Batch {
  portables: readonly Portable[];
  portable: Portable;
  migrationId: number;
  size: number;
}

/** Answers whether there may be more of this kind. */
async function oneBatch(
  run: JobRun,
  tx: Transaction,
  { portables, portable, migrationId, size }: Batch,
): Promise<boolean> {
  const call = await standIn(run, tx, access);
  admitHeadOffice(call);
  const migration = await migrationById(tx, migrationId, true);
  if (migration?.status !== "running") throw new Refusal(m.migration_not_running());
  const kind = nounOf(portable);
  const wanted = await wantedOf(call, migration);
  const { worlds, plans } = await plansOf(call, portables, { ...wanted, kinds: migration.kinds });
  const known = await tx
    .select({ id: items.sourceId })
    .from(items)
    .where(sql`migration_id = ${migrationId} and kind = ${kind}`);
  const done = new Set(known.map(({ id }) => id));
  const open = (plans.find(({ noun }) => noun === kind)?.rows ?? []).filter(({ source }) => !done.has(source.id));
  const next = open.slice(0, size);
  if (next.length === 0) return false;
  const written = await inCorp(call, wanted.targetCode, () =>
    writeThem(call, portable, worlds, { rows: next, from: migration.fromName }),
  );
  await tx.insert(items).values(written.map((one) => ({ ...one, migrationId, kind })));
  return open.length > next.length;
}

/** The tenant may have been shut since, or be gone. */
async function wantedOf(call: Call, migration: typeof table.$inferSelect): Promise<Omit<Wanted, "kinds">> {
  const tenants = await tenantsOf(call);
  const idOf = (code: string) => tenants.find((one) => one.code === code)?.id;
  const parties = partiesOf(tenants, idOf(migration.fromCode), idOf(migration.toCode) ?? 0);
  refuseParties(parties);
  const { takes, places } = migration;
  return { sourceCode: parties.source.code, targetCode: parties.target.code, takes, places };
}

type Written = Pick<
  typeof items.$inferInsert,
  "sourceId" | "targetId" | "outcome" | "name" | "why" | "before" | "digest"
>;

/** In the target, whose audit log tells of it too. */
async function writeThem(
  call: Call,
  portable: Portable,
  worlds: Worlds,
  { rows, from }: { rows: readonly Planned[]; from: string },
): Promise<Written[]> {
  const entries: AuditEntry[] = [];
  const written: Written[] = [];
  for (const { source, target, outcome, why } of rows) {
    const row = { sourceId: source.id, targetId: target?.id ?? null, outcome, name: source.name, why };
    const done = await writeOne(call, portable, worlds, { source, target, outcome });
    if (!done) {
      written.push(row);
      continue;
    }
    const { now, before } = done;
    written.push({ ...row, targetId: now.id, digest: digestOf(portable, now), before });
    entries.push({
      ...{ thing: portable.resource.thing, thingId: now.id, label: now.name },
      ...(before && { before: { migrated: false } }),
      after: { migratedFrom: from },
    });
  }
  await writeAudits(call.db, { ...call, caller: asPlatform(call) }, { name: "dataMigrationStart" }, entries);
  return written;
}

/** No account of the tenant did it: the name says who of head office. */
export const asPlatform = ({ caller }: Call): Call["caller"] => ({
  ...caller,
  userId: 0,
  name: m.migration_by_platform({ name: caller.name }),
});

type One = { source: Entry; target: Entry | null; outcome: Outcome };

async function writeOne({ db, caller }: Call, portable: Portable, worlds: Worlds, { source, target, outcome }: One) {
  if (outcome === "made") return { now: await make(db, portable, worlds, source), before: null };
  if (outcome === "taken" && target)
    return takeOver(db, portable, worlds, { entry: source, there: target, by: caller.name });
  return null;
}

export async function countDone(tx: Transaction, migrationId: number): Promise<number> {
  const [row] = await rowsOf<{ n: number }>(
    tx,
    sql`select count(*)::int as n from data_migration_item where migration_id = ${migrationId}`,
  );
  return row?.n ?? 0;
}

async function end(run: JobRun, migrationId: number): Promise<void> {
  const counted = await run.read((tx) =>
    rowsOf<{ outcome: Outcome; n: number }>(
      tx,
      sql`select outcome, count(*)::int as n from data_migration_item where migration_id = ${migrationId} group by 1`,
    ),
  );
  const of = (outcome: Outcome) => counted.find((one) => one.outcome === outcome)?.n ?? 0;
  const [made, taken, same, kept, blocked] = [of("made"), of("taken"), of("same"), of("kept"), of("blocked")];
  await run.complete({ rows: made + taken, link: `${resource.path}/${migrationId}` }, async (tx) => {
    await tx
      .update(table)
      .set({
        ...{ status: "done", made, taken, same, kept, blocked, finishedAt: stamp(run.now()) },
        ...{ rowVersion: sql`row_version + 1`, updatedAt: run.now() },
      })
      .where(sql`id = ${migrationId} and status = 'running'`);
  });
}
