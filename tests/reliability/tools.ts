/** The console's tools as an operator runs them by hand, and data as versions before left it. */
import { spawn } from "node:child_process";
import path from "node:path";
import { expect } from "vitest";
import { checkArchive } from "~server/backend/db/check-archive";
import { openDatabase } from "~server/backend/db/database";
import { readMigrations } from "~server/backend/db/migrate";
import { ofThisVersion, restore } from "~server/backend/db/restore";

/** Made by those versions themselves: a park, a seller, five orders. */
export const archives = "tests/reliability/archives";
export const ordersInArchive = 5;

/** Where a console has its data. */
export interface DataPlace {
  dataDir: string;
  environment: Record<string, string>;
}

export interface Tool {
  code: number | null;
  said: string;
}
/** A tool, or a start, as it is run by hand; with `killAfter` it is killed after so many milliseconds, if it still runs. */
export function tool({ dataDir, environment }: DataPlace, args: string[], killAfter?: number): Promise<Tool> {
  const child = spawn(process.execPath, ["server/start.mjs", ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn", DATA_DIR: dataDir, ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  const killer = killAfter === undefined ? undefined : setTimeout(() => child.kill("SIGKILL"), killAfter);
  return new Promise((resolve) =>
    child.once("close", (code) => {
      clearTimeout(killer);
      resolve({ code, said });
    }),
  );
}

/** Answers what it said; fails where it did not end well. */
export async function done(place: DataPlace, ...args: string[]): Promise<string> {
  const { code, said } = await tool(place, args);
  expect(code, `${args.join(" ")}: ${said}`).toBe(0);
  return said;
}

export const ordersTold = (said: string) => Number(/([\d,]+) orders/.exec(said)?.[1]?.replaceAll(",", ""));

export async function asOwner<R>({ dataDir, environment }: DataPlace, text: string): Promise<R[]> {
  const url = environment.DATABASE_URL;
  const database = await openDatabase(url ? { url, poolSize: 1 } : { dataDir });
  const { rows } = await database.pool.query(text);
  await database.close();
  return rows as R[];
}

/** The tables and rows of a version before, as it left them: nothing that has come since is there. */
export async function leftBy(former: string, { dataDir, environment }: DataPlace): Promise<void> {
  const file = path.join(archives, `${former}.archive`);
  const { head } = await checkArchive(file);
  const [then] = ofThisVersion(head, readMigrations());
  const url = environment.DATABASE_URL;
  const database = await openDatabase(url ? { url, poolSize: 1 } : { dataDir });
  await restore(database, file, { migrations: then });
  await database.close();
}

export const migrationsAt = async (place: DataPlace) =>
  (await asOwner<{ n: number }>(place, "select count(*)::int as n from schema_migration"))[0]?.n ?? 0;
export const ordersAt = async (place: DataPlace) =>
  (await asOwner<{ n: number }>(place, "select count(*)::int as n from orders"))[0]?.n ?? 0;
