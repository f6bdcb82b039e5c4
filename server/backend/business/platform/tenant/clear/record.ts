/** A clearing as its jobs read and write it, and what they share: rows as the owner, the store, the trail. */
import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { type ClearingScope, tenantClearing as contract } from "~/contract/tenant/clearing";
import type { Transaction } from "../../../../db/database";
import { appliedMigrations } from "../../../../db/migrate";
import type { FileStore } from "../../../../files/store";
import type { JobRun } from "../../../../jobs/kind";
import { writeAudits } from "../../../../kernel/audit";
import { rowsOf } from "../../../../kernel/rows";
import { tenantClearing as table } from "../schema";

export const payload = z.object({ clearingId: z.number() });
export const page = ({ payload: given }: { payload: unknown }) => `${contract.path}/${payload.parse(given).clearingId}`;
export const counted = z.object({ rows: z.number() });

export type Clearing = Omit<typeof table.$inferSelect, "scope"> & { scope: ClearingScope };

/** As the owner: head office has no rights in the rows of its tenants. */
export const look = <T>(run: JobRun, work: (tx: Transaction) => Promise<T>) => run.writeAsOwner(work);

export async function clearingOf(run: JobRun, id: number): Promise<Clearing> {
  const [found] = await run.read((tx) => tx.select().from(table).where(eq(table.id, id)));
  if (!found) throw new Error(`clearing ${id} is gone`);
  return found as Clearing;
}

export const set = (run: JobRun, id: number, values: Partial<Clearing>) =>
  run.write((tx) =>
    tx
      .update(table)
      .set({ ...values, rowVersion: sql`row_version + 1`, updatedAt: run.now() })
      .where(eq(table.id, id)),
  );

export function storeOf(run: JobRun): FileStore {
  if (!run.store) throw new Error("this worker has no store of files");
  return run.store;
}

/** What came of it stands in head office's audit log, in the transaction that ends it. */
export function noted(run: JobRun, tx: Transaction, { id, tenantName }: Clearing, after: Record<string, unknown>) {
  const caller = { userId: run.accountId, name: run.accountName };
  return writeAudits(
    tx,
    { caller, now: run.now(), requestId: `job-${run.jobId}` } as Parameters<typeof writeAudits>[1],
    { name: "tenantClear" },
    [{ thing: "tenantClearing", thingId: id, label: tenantName, after }],
  );
}

export const filesOf = (run: JobRun, corpCode: string) =>
  look(run, (tx) =>
    rowsOf<{ path: string; contentType: string }>(
      tx,
      sql`select path, content_type as "contentType" from stored_file where corp_code = ${corpCode} order by path`,
    ),
  );

export async function migrationsOf(tx: Transaction): Promise<string> {
  const applied = await appliedMigrations(tx);
  return applied.map(({ name, checksum }) => `${name} ${checksum}`).join("\n");
}
