/** Rows and files go, in steps that each commit. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import { corpTables, deleteSome } from "../../../../db/corp-rows";
import { thumbnailKey } from "../../../../files/thumbnail";
import type { JobRun } from "../../../../jobs/kind";
import { aboutTenant } from "./corp-tables";
import { type Clearing, filesOf, look, storeOf } from "./record";
import { tablesIn } from "./scopes";

export async function removeRows(run: JobRun, { tenantCode, scope }: Clearing, total: number): Promise<void> {
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
