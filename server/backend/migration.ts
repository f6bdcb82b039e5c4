/**
 * `npm run migration` prints where the migrations do not make the tables that the program declares, and ends with 1 if
 * there is anything; `npm run migration NAME` writes the draft of the migration that makes them.
 */
import "~/i18n/locale.server";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { openDatabase } from "./db/database";
import { migrate } from "./db/migrate";
import { tableDifferences } from "./declared-tables";
import { draftOf } from "./kernel/compare-tables";

const folder = fileURLToPath(new URL("./db/migrations/", import.meta.url));

async function run(name: string | undefined): Promise<number> {
  if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name)) {
    console.error("A migration's name has small letters, digits and underscores: npm run migration kites");
    return 2;
  }
  const database = await openDatabase({ memory: true });
  try {
    await migrate(database);
    const found = await database.system((tx) => tableDifferences(tx));
    if (found.length === 0) {
      console.log("Nothing differs: the migrations make the tables that the program declares.");
      return 0;
    }
    for (const { table, says } of found) console.log(`${table}: ${says}`);
    if (name === undefined) return 1;
    const file = path.join(folder, `${nextNumber()}_${name}.sql`);
    writeFileSync(file, draftOf(found), { flag: "wx" });
    console.log(
      `Drafted ${path.relative(process.cwd(), file)}. Read it: it knows no rows and no rules of the business.`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

function nextNumber(): string {
  const numbers = readdirSync(folder).map((name) => Number.parseInt(name, 10));
  return String(Math.max(...numbers.filter(Number.isFinite)) + 1).padStart(4, "0");
}

process.exitCode = await run(process.argv[2]);
