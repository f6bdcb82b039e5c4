/** Twenty-five commits on an embedded database in a directory, for who watches the system calls. */
import { sql } from "drizzle-orm";
import { openDatabase } from "~server/backend/db/database";

const dataDir = process.argv[2];
if (!dataDir) throw new Error("Name the data directory.");
const database = await openDatabase({ dataDir });
await database.pool.query("create table noted (n int)");
for (let n = 0; n < 25; n += 1) await database.system((tx) => tx.execute(sql`insert into noted values (${n})`));
console.log("commits 25");
await database.close();
process.exit(0);
