/**
 * What a start of the backend costs, part by part: `npx tsx tests/perf/start-parts.ts [DIRECTORY]`. Without a directory a first
 * start with the demonstration, in a new one; with one, the next start over it. Milliseconds; the process alone, embedded.
 */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import "~/i18n/locale.server";
import { openDatabase } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { seedDemo } from "~server/backend/demonstration";
import { seedFirstStart } from "~server/backend/first-start";
import { makeSmallIndexes } from "~server/backend/kernel/make-list-indexes";
import { listsServed } from "~server/backend/served";

import { listenToStatements } from "./statements";

const statements = listenToStatements();
const given = process.argv[2];
const dataDir = given ?? mkdtempSync(path.join(tmpdir(), "console-start-"));

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const cpu = process.cpuUsage();
  const answer = await work();
  if (process.env.STATEMENTS) statements.print(1);
  statements.clear();
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${name.padEnd(24)} ${(performance.now() - from).toFixed(0).padStart(7)} ms, processor ${((user + system) / 1000).toFixed(0)}`,
  );
  return answer;
}

console.log(`modules                  ${performance.now().toFixed(0).padStart(7)} ms`);
const database = await timed("open", () => openDatabase({ dataDir }));
await timed("migrate", () => migrate(database));
await timed("indexes of lists", () => makeSmallIndexes(database, listsServed));
await timed("first rows", () => seedFirstStart(database, "Demo#2026", false));
await timed("demonstration", () => seedDemo(database, new Date(), "zh-CN"));
await timed("close", () => database.close());
console.log(dataDir);
process.exit(0);
