/** The archive of what goes: slice by slice, then read again whole and held against what stands. */
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { type CorpTable, corpTables, countsOf, type Slice, sliceOf } from "../../../../db/corp-rows";
import { thumbnailKey } from "../../../../files/thumbnail";
import type { JobRun } from "../../../../jobs/kind";
import { Refusal } from "../../../../kernel/refusal";
import { ArchiveWriter, bytesOf, readArchive, removeArchive, type TenantArchive } from "./archive";
import { aboutTenant, archived, headOfficeTables, isAbout, ofHeadOffice } from "./corp-tables";
import { type Clearing, filesOf, look, migrationsOf, set, storeOf } from "./record";

/** Slice by slice, between everybody's calls; the tenant is shut, so its rows keep still. */
export async function archive(run: JobRun, clearing: Clearing): Promise<void> {
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
