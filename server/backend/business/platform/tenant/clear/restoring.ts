/** The way back: what an archive holds stands again, to the same sums, or nothing does. */
import { and, eq, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { headOffice } from "~/contract/wire";
import { type CorpTable, corpTables, countsOf, putRows, setRows, setTriggers, sumOf } from "../../../../db/corp-rows";
import { sqlState, type Transaction } from "../../../../db/database";
import type { JobRun } from "../../../../jobs/kind";
import { Refusal } from "../../../../kernel/refusal";
import { tenantClearing as table } from "../schema";
import { ArchiveDamaged, readArchive, type TenantHead } from "./archive";
import { changedBy, ofHeadOffice } from "./corp-tables";
import { type Clearing, look, migrationsOf, noted, storeOf } from "./record";
import { tablesIn } from "./scopes";

/** All of it in one transaction, held against its sums before it commits; files first, which nobody sees without their rows. */
export async function putBack(run: JobRun, clearing: Clearing): Promise<number> {
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
    const { counts, sums } = await readArchive(store, archivePrefix, parts, {
      rows: (name, rows) => {
        const stays = staying.get(name);
        return stays ? setRows(tx, stays, rows) : putRows(tx, name, rows);
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

export function refusalOf(error: unknown): string | null {
  if (error instanceof Refusal) return error.message;
  if (error instanceof ArchiveDamaged) return m.clearing_damaged();
  // A key that is taken, or one that points to what is gone.
  return /^23/.test(sqlState(error) ?? "") ? m.clearing_clash() : null;
}
