/**
 * The work of clearing a tenant, in steps that each commit: archive, check of the archive, rows, files. A worker that dies
 * goes on at the step that it was in; nothing goes before the archive has been read again from its first byte to its last.
 */
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { m } from "~/contract/messages";
import { type ClearingScope, tenantClearing as contract } from "~/contract/tenant/clearing";
import { headOffice } from "~/contract/wire";
import {
  type CorpTable,
  corpTables,
  countsOf,
  deleteSome,
  putRows,
  type Slice,
  setRows,
  setTriggers,
  sliceOf,
  sumOf,
} from "../../../../db/corp-rows";
import { sqlState, type Transaction } from "../../../../db/database";
import { appliedMigrations } from "../../../../db/migrate";
import type { FileStore } from "../../../../files/store";
import { thumbnailKey } from "../../../../files/thumbnail";
import { type JobKind, type JobRun, jobKind } from "../../../../jobs/kind";
import { writeAudits } from "../../../../kernel/audit";
import { stamp } from "../../../../kernel/business-time";
import { unsettlingsWith } from "../../../../kernel/data-classes";
import { Refusal } from "../../../../kernel/refusal";
import { rowsOf } from "../../../../kernel/rows";
import { tenantClearing as table } from "../schema";
import {
  ArchiveDamaged,
  ArchiveWriter,
  bytesOf,
  readArchive,
  removeArchive,
  type TenantArchive,
  type TenantHead,
} from "./archive";
import { tablesIn } from "./scopes";

const payload = z.object({ clearingId: z.number() });
const page = ({ payload: given }: { payload: unknown }) => `${contract.path}/${payload.parse(given).clearingId}`;
const counted = z.object({ rows: z.number() });

type Clearing = Omit<typeof table.$inferSelect, "scope"> & { scope: ClearingScope };

/** As the owner: head office has no rights in the rows of its tenants. */
const look = <T>(run: JobRun, work: (tx: Transaction) => Promise<T>) => run.writeAsOwner(work);

async function clearingOf(run: JobRun, id: number): Promise<Clearing> {
  const [found] = await run.read((tx) => tx.select().from(table).where(eq(table.id, id)));
  if (!found) throw new Error(`clearing ${id} is gone`);
  return found as Clearing;
}

const set = (run: JobRun, id: number, values: Partial<Clearing>) =>
  run.write((tx) =>
    tx
      .update(table)
      .set({ ...values, rowVersion: sql`row_version + 1`, updatedAt: run.now() })
      .where(eq(table.id, id)),
  );

function storeOf(run: JobRun): FileStore {
  if (!run.store) throw new Error("this worker has no store of files");
  return run.store;
}

export const clearTenant: JobKind = jobKind({
  kind: "clearTenant",
  title: m.clearing_job,
  payload,
  page,
  tells: true,
  outcome: (ended) => m.clearing_job_done({ rows: String(counted.parse(ended).rows) }),
  async run(run, { clearingId }) {
    let clearing = await clearingOf(run, clearingId);
    if (!["archiving", "clearing"].includes(clearing.status)) return { rows: 0 };
    if (clearing.status === "archiving") {
      await archive(run, clearing);
      clearing = await clearingOf(run, clearingId);
    }
    const rows = Object.values(clearing.counts as Record<string, number>).reduce((sum, one) => sum + one, 0);
    await run.writeAsOwner(async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${clearing.tenantCode}, true)`);
      for (const { work } of unsettlingsWith(clearing.scope)) await work(tx);
    });
    await removeRows(run, clearing, rows);
    await run.complete({ rows, link: page({ payload: { clearingId } }) }, async (tx) => {
      await tx
        .update(table)
        .set({ status: "cleared", clearedAt: stamp(run.now()), rowVersion: sql`row_version + 1`, updatedAt: run.now() })
        .where(eq(table.id, clearingId));
      await noted(run, tx, clearing, { status: "cleared", rows });
    });
    return undefined;
  },
});

/** What came of it stands in head office's audit log, in the transaction that ends it. */
function noted(run: JobRun, tx: Transaction, { id, tenantName }: Clearing, after: Record<string, unknown>) {
  const caller = { userId: run.accountId, name: run.accountName };
  return writeAudits(
    tx,
    { caller, now: run.now(), requestId: `job-${run.jobId}` } as Parameters<typeof writeAudits>[1],
    { name: "tenantClear" },
    [{ thing: "tenantClearing", thingId: id, label: tenantName, after }],
  );
}

/** Slice by slice, between everybody's calls; the tenant is shut, so its rows keep still. */
async function archive(run: JobRun, clearing: Clearing): Promise<void> {
  const { id, tenantCode, scope } = clearing;
  const store = storeOf(run);
  if (clearing.parts > 0) await removeArchive(store, clearing.archivePrefix, clearing.parts);
  // Keys are written once: each attempt has its own.
  const prefix = `cleared/${id}/${run.jobId}-${run.attempt}`;
  const { tables, migrations } = await look(run, async (tx) => ({
    tables: archived(await corpTables(tx), scope),
    migrations: await migrationsOf(tx),
  }));
  const writer = new ArchiveWriter(store, prefix);
  await writer.head({ at: run.now().toISOString(), tenant: tenantCode, tables: migrations });
  let done = 0;
  const tableOf = async (one: CorpTable, corpCode: string, only: (row: string) => boolean = () => true) => {
    await writer.begin(one.name);
    for (let after: string[] | null = null; ; ) {
      const slice: Slice = await look(run, (tx) => sliceOf(tx, one, corpCode, after));
      await writer.rows(slice.rows.filter(only));
      done += slice.rows.length;
      await run.progress(done);
      if (!slice.last) break;
      after = slice.last;
    }
    await writer.end();
  };
  for (const one of tables) {
    // Of tables that head office keeps about its tenants, what is about this one.
    if (ofHeadOffice(one) && !(one.name in aboutTenant)) continue;
    if (ofHeadOffice(one)) await tableOf(one, headOffice, (row) => isAbout(row, one.name, tenantCode));
    else await tableOf(one, tenantCode);
  }
  if (scope === "whole") {
    for (const { path, contentType } of await filesOf(run, tenantCode)) {
      for (const key of [path.slice(1), thumbnailKey(path)]) {
        const bytes = await bytesOf(store, key);
        if (bytes) await writer.file(key, key === path.slice(1) ? contentType : "image/webp", bytes);
      }
    }
  }
  const written = await writer.finish();
  await checked(run, clearing, prefix, written);
  await set(run, id, {
    ...{ status: "clearing", archivePrefix: prefix, parts: written.parts, counts: written.counts },
    ...{ rows: written.rows, files: written.files, sizeKb: Math.ceil(written.bytes / 1024), sha256: written.sha256 },
  });
}

/** Read again whole, and held against what stands: what changed since would go without being in it. */
async function checked(run: JobRun, clearing: Clearing, prefix: string, written: TenantArchive): Promise<void> {
  const store = storeOf(run);
  const read = await readArchive(store, prefix, written.parts);
  const isSame = read.sha256 === written.sha256 && JSON.stringify(read.counts) === JSON.stringify(written.counts);
  const now = await look(run, async (tx) =>
    countsOf(
      tx,
      archived(await corpTables(tx), clearing.scope).filter((one) => !ofHeadOffice(one)),
      clearing.tenantCode,
    ),
  );
  const moved = Object.entries(written.counts).some(
    ([name, rows]) => !headOfficeTables.includes(name) && (now.get(name) ?? 0) !== rows,
  );
  if (isSame && !moved) return;
  await removeArchive(store, prefix, written.parts);
  await set(run, clearing.id, { status: "failed", note: isSame ? m.clearing_moving() : m.clearing_damaged() });
  throw new Refusal(isSame ? m.clearing_moving() : m.clearing_damaged());
}

/** Tables that stay, with rows that change. */
const changedBy = (scope: ClearingScope): string[] => unsettlingsWith(scope).flatMap(({ tables }) => tables);
const archived = (all: readonly CorpTable[], scope: ClearingScope): CorpTable[] => {
  const [going, changed] = [tablesIn(all, scope), changedBy(scope)];
  return all.filter((one) => going.includes(one) || changed.includes(one.name));
};

/** Rows of head office about a tenant, by the column that names it. */
const aboutTenant: Readonly<Record<string, string>> = {
  tenant: "code",
  tenant_application: "opened_code",
  data_migration: "to_code",
};
/** Head office's alone: no tenant has rows in them. */
const headOfficeTables = [
  ...Object.keys(aboutTenant),
  "tenant_package",
  "tenant_package_right",
  "tenant_clearing",
  "data_migration_item",
];
const ofHeadOffice = ({ name }: CorpTable) => headOfficeTables.includes(name);
const isAbout = (row: string, name: string, code: string) =>
  (JSON.parse(row) as Record<string, unknown>)[aboutTenant[name] ?? ""] === code;

const filesOf = (run: JobRun, corpCode: string) =>
  look(run, (tx) =>
    rowsOf<{ path: string; contentType: string }>(
      tx,
      sql`select path, content_type as "contentType" from stored_file where corp_code = ${corpCode} order by path`,
    ),
  );

async function removeRows(run: JobRun, { tenantCode, scope }: Clearing, total: number): Promise<void> {
  const store = storeOf(run);
  const tables = await look(run, async (tx) => tablesIn(await corpTables(tx), scope));
  if (scope === "whole") {
    for (const { path } of await filesOf(run, tenantCode)) {
      await store.remove(path.slice(1));
      await store.remove(thumbnailKey(path));
    }
  }
  let gone = 0;
  for (const one of tables.toReversed()) {
    const column = aboutTenant[one.name];
    if (column !== undefined) {
      await run.writeAsOwner((tx) =>
        tx.execute(
          sql`delete from ${sql.identifier(one.name)} where corp_code = ${headOffice} and ${sql.identifier(column)} = ${tenantCode}`,
        ),
      );
      continue;
    }
    for (let isEmpty = false; !isEmpty; ) {
      const step = await run.writeAsOwner((tx) => deleteSome(tx, one, tenantCode));
      isEmpty = step.isEmpty;
      gone += step.deleted;
      await run.progress(gone, Math.max(total, gone));
    }
  }
}

async function migrationsOf(tx: Transaction): Promise<string> {
  const applied = await appliedMigrations(tx);
  return applied.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
}

export const restoreTenant: JobKind = jobKind({
  kind: "restoreTenant",
  title: m.clearing_job_back,
  payload,
  page,
  tells: true,
  outcome: (ended) => m.clearing_job_back_done({ rows: String(counted.parse(ended).rows) }),
  async run(run, { clearingId }) {
    const clearing = await clearingOf(run, clearingId);
    if (clearing.status !== "restoring") return { rows: 0 };
    try {
      const rows = await putBack(run, clearing);
      return { rows, link: page({ payload: { clearingId } }) };
    } catch (error) {
      const refusal = refusalOf(error);
      if (!refusal) throw error;
      await set(run, clearingId, { status: "cleared", note: refusal });
      throw new Refusal(refusal);
    }
  },
});

function refusalOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ArchiveDamaged) return m.clearing_damaged();
  // A key that is taken, or one that points to what is gone.
  return /^23/.test(sqlState(error) ?? "") ? m.clearing_clash() : null;
}

/** All of it in one transaction, held against its sums before it commits; files first, which nobody sees without their rows. */
async function putBack(run: JobRun, clearing: Clearing): Promise<number> {
  const { id, tenantCode, scope, archivePrefix, parts } = clearing;
  const store = storeOf(run);
  const { tables, migrations } = await look(run, async (tx) => ({
    tables: await corpTables(tx),
    migrations: await migrationsOf(tx),
  }));
  const head = (made: TenantHead) => {
    if (made.tables !== migrations) throw new Refusal(m.clearing_other_version());
  };
  await readArchive(store, archivePrefix, parts, {
    head,
    file: ({ file, contentType, base64 }) => store.put(file, Buffer.from(base64, "base64"), contentType),
  });
  return run.writeAsOwner(async (tx) => {
    const saved = clearing.counts as Record<string, number>;
    const filled = tables.filter(({ name }) => (saved[name] ?? 0) > 0);
    const staying = new Map(filled.filter(({ name }) => changedBy(scope).includes(name)).map((one) => [one.name, one]));
    const gone = filled.filter(({ name }) => !staying.has(name));
    if (scope !== "traces") await refuseSince(tx, tablesIn(tables, scope), tenantCode);
    const names = filled.map(({ name }) => name);
    await setTriggers(tx, names, "disable");
    const filling = { name: "", rows: 0 };
    const { counts, sums } = await readArchive(store, archivePrefix, parts, {
      rows: async (name, rows) => {
        // A table that was empty when it was last looked at is searched row by row for each row that points to it.
        if (filling.name !== name && filling.rows > 500) await tx.execute(sql`analyze ${sql.identifier(filling.name)}`);
        if (filling.name !== name) Object.assign(filling, { name, rows: 0 });
        filling.rows += rows.length;
        const stays = staying.get(name);
        await (stays ? setRows(tx, stays, rows) : putRows(tx, name, rows));
      },
    });
    await tx.execute(sql`set constraints all immediate`);
    await setTriggers(tx, names, "enable");
    for (const one of gone.filter((each) => !ofHeadOffice(each))) {
      const { rows, sha256 } = await sumOf(tx, one, tenantCode);
      const isSame = rows === counts[one.name] && sha256 === sums[one.name];
      // Of traces there are new ones.
      if (!isSame && scope !== "traces") throw new ArchiveDamaged(`${one.name} did not come back as it was`);
    }
    await tx
      .update(table)
      .set({ status: "restored", note: null, rowVersion: sql`row_version + 1`, updatedAt: run.now() })
      .where(and(eq(table.corpCode, headOffice), eq(table.id, id)));
    await tx.execute(sql`select set_config('app.corp_code', ${headOffice}, true)`);
    const total = Object.values(counts).reduce((sum, one) => sum + one, 0);
    await noted(run, tx, clearing, { status: "restored", rows: total });
    return total;
  });
}

async function refuseSince(tx: Transaction, tables: readonly CorpTable[], corpCode: string): Promise<void> {
  const own = tables.filter((one) => !ofHeadOffice(one));
  const since = await countsOf(tx, own, corpCode, 1);
  if (since.size > 0) throw new Refusal(m.clearing_came_since({ tables: String(since.size) }));
}

export const destroyTenantArchive: JobKind = jobKind({
  kind: "destroyTenantArchive",
  title: m.clearing_job_destroy,
  payload,
  page,
  tells: "failures",
  outcome: () => m.clearing_job_destroyed(),
  async run(run, { clearingId }) {
    const clearing = await clearingOf(run, clearingId);
    if (clearing.status !== "destroyed") return { rows: 0 };
    await removeArchive(storeOf(run), clearing.archivePrefix, clearing.parts);
    await set(run, clearingId, { parts: 0, archivePrefix: "" });
    return { rows: 0 };
  },
});
