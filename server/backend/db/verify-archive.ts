/** Whether an archive brings back what it says: restored into nothing, saved again from there, and held against itself. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { backup } from "./archive";
import { damaged } from "./archive-format";
import { type CheckedArchive, checkArchive } from "./check-archive";
import { openDatabase } from "./database";
import { readMigrations } from "./migrate";
import { ofThisVersion, restore } from "./restore";

/** Needs about twice the room of the data in the directory for temporary files. Throws {@link ArchiveRefused}. */
export async function verifyArchive(file: string): Promise<CheckedArchive> {
  const folder = mkdtempSync(path.join(tmpdir(), "console-verify-"));
  try {
    const corps: string[] = [];
    const corpsAgain: string[] = [];
    const { head } = await checkArchive(file, noting(corps));
    // Of an older version with its own tables: brought up to date the rows would not be the same.
    const [then] = ofThisVersion(head, readMigrations());
    const pglite = await PGlite.create({ dataDir: path.join(folder, "pg") });
    const database = await openDatabase({ pglite });
    const again = path.join(folder, "again");
    const given = await restore(database, file, { migrations: then });
    await backup(database, createWriteStream(again, { mode: 0o600 }));
    await database.close();
    await pglite.close();
    const { sums } = await checkArchive(again, noting(corpsAgain));
    for (const [table, sum] of Object.entries(given.sums)) {
      const isSame = table === "corp" ? corps.join() === corpsAgain.join() : sums[table] === sum;
      if (!isSame) throw damaged(`restored, the rows of ${table} are not the same`);
    }
    return given;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Rows of corps without the version of rights, which a restore draws anew: nobody goes on with those kept before it. */
const noting = (corps: string[]) => (table: string, row: string) => {
  if (table === "corp") corps.push(JSON.stringify({ ...JSON.parse(row), rights: undefined }));
};
