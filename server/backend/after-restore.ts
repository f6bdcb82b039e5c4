/** What a start does beside migrating, for tables that a restore has just made: rows of this version, indexes of lists. */
import type { Database } from "./db/database";
import { seedFirstStart } from "./first-start";
import { makeLargeIndexes, makeSmallIndexes } from "./kernel/make-list-indexes";
import { listsServed } from "./served";

export async function afterRestore(database: Database): Promise<void> {
  await makeSmallIndexes(database, listsServed);
  // An archive has its first account; one of an earlier version lacks functions that have come since.
  await seedFirstStart(database);
  await makeLargeIndexes(database, listsServed).done;
}
