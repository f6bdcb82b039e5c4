/**
 * npm run db:backup FILE, db:restore FILE [--force], db:verify FILE, admin:password, admin:undivide and doctor: through the running server, or by
 * opening the database here. They take the tables as they find them: no tool brings a database to another version.
 */
import "~/i18n/locale.server";
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline/promises";
import { headOffice } from "~/contract/wire";
import { type Config, readConfig } from "../config";
import { keepToOneself } from "../data-directory";
import { afterRestore } from "./after-restore";
import { undivide } from "./business/platform/duties";
import { type NewPassword, resetFirstPassword } from "./business/platform/first-account";
import { adminPaths, neverStarted, notDivided } from "./db/admin";
import { NoConsoleDatabase } from "./db/archive";
import { ArchiveRefused, type Counts, madeBy, WouldOverwrite } from "./db/archive-format";
import { checkArchive } from "./db/check-archive";
import { type Database, openDatabase } from "./db/database";
import { appliedMigrations, readMigrations } from "./db/migrate";
import { ofThisVersion, restore } from "./db/restore";
import { archiveTo } from "./db/spool";
import { verifyArchive } from "./db/verify-archive";
import { examine, lineOf } from "./doctor";
import { ask, type Running, runningServer } from "./running-server";

const tools: Record<string, (args: string[]) => Promise<void>> = {
  backup: (args) => withFile("backup", args, saveTo),
  restore: (args) => withFile("restore", args, loadFrom),
  verify: (args) => withFile("verify", args, verified),
  password: newPassword,
  undivide: undivided,
  doctor: async () => {
    const findings = await examine(readConfig(process.env), process.env);
    for (const finding of findings) console.log(lineOf(finding));
    if (findings.some(({ state }) => state === "wrong")) throw new SomethingWrong();
  },
};

/** Said line by line already. */
class SomethingWrong extends Error {}

/** Answers the exit code: 0 done, 1 refused (in one sentence), 2 asked for in a wrong way. */
export async function tool(name: string, args: string[]): Promise<number> {
  keepToOneself();
  try {
    await tools[name]?.(args);
    return 0;
  } catch (error) {
    if (error instanceof SomethingWrong) return 1;
    if (error instanceof NoFile) {
      console.error(error.message);
      return 2;
    }
    throw error;
  }
}

class NoFile extends Error {}

async function withFile(name: string, args: string[], work: (file: string, args: string[]) => Promise<void>) {
  const file = args.find((arg) => !arg.startsWith("--"));
  if (!file) throw new NoFile(`Name the file: npm run db:${name} FILE`);
  await work(file, args);
}

/**
 * Of the first account, printed once: for who owns the data directory, or has DATABASE_URL. With `--factor` its second factor
 * and its address rule go as well.
 */
async function newPassword(args: string[]): Promise<void> {
  const config = readConfig(process.env);
  if (config.DISPATCH_URL) throw new Error("DISPATCH_URL names another system: accounts are kept there.");
  const factorToo = args.includes("--factor");
  const running = await runningServer(config);
  const made = running
    ? (JSON.parse(await ask(running, `${adminPaths.password}${factorToo ? "?factor=1" : ""}`)) as NewPassword)
    : await withDatabase(config, async (database) => {
        await isOfThisVersion(database);
        return resetFirstPassword(database, factorToo);
      });
  if (!made) throw new Error(neverStarted);
  console.log(`The new password of ${made.accName}, told only this once; it is changed at the next sign-in:`);
  console.log(`  ${made.password}`);
  if (factorToo) console.log("Its second factor and its address rule are gone: the password alone opens it.");
}

/** Of a corp whose administration is divided in three: it has an administrator with all rights again. */
async function undivided(args: string[]): Promise<void> {
  const config = readConfig(process.env);
  if (config.DISPATCH_URL) throw new Error("DISPATCH_URL names another system: accounts are kept there.");
  const corp = args.find((arg) => !arg.startsWith("--")) ?? headOffice;
  const running = await runningServer(config);
  const made = running
    ? (JSON.parse(await ask(running, `${adminPaths.undivide}?corp=${encodeURIComponent(corp)}`)) as { accName: string })
    : await withDatabase(config, async (database) => {
        await isOfThisVersion(database);
        return undivide(database, corp);
      });
  if (!made) throw new Error(notDivided);
  console.log(`The administration of ${corp} is undivided: ${made.accName} has all rights again.`);
}

/** What writes to tables by name needs those of this version; the data is left as it is. */
async function isOfThisVersion(database: Database): Promise<void> {
  const applied = await database.system((tx) => appliedMigrations(tx), { readOnly: true });
  if (applied.length === 0) throw new Error(neverStarted);
  const own = readMigrations().map(({ name, checksum }) => `${name} ${checksum}`);
  if (own.join() === applied.map(({ name, checksum }) => `${name} ${checksum}`).join()) return;
  throw new Error(
    "This data belongs to another version. Nothing was changed. Use the tool of that version, or start this one on it first, which brings it up to date.",
  );
}

async function saveTo(file: string): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const partial = `${file}.partial`;
  if (!existsSync(path.dirname(path.resolve(file)))) {
    throw new Error(`There is no directory ${path.dirname(path.resolve(file))}. Nothing was saved. Make it first.`);
  }
  // Made anew: an older one would keep its mode, and a link would lead elsewhere.
  rmSync(partial, { force: true });
  try {
    const running = await runningServer(config);
    if (running)
      await ask(running, adminPaths.backup, { into: createWriteStream(partial, { mode: 0o600, flags: "wx" }) });
    else await withDatabase(config, (database) => archiveTo(database, partial, { alone: true }));
    // As whoever restores it will read it.
    const { counts, bytes } = await checkArchive(partial);
    renameSync(partial, file);
    console.log(
      `Saved ${where(config, running)} to ${path.resolve(file)}: ${size(counts, bytes)}, ${seconds(started)}.`,
    );
  } finally {
    rmSync(partial, { force: true });
  }
}

async function verified(file: string): Promise<void> {
  const started = performance.now();
  const { head, counts, bytes } = await verifyArchive(file);
  console.log(
    `${path.resolve(file)} is whole and was restored into nothing, row for row the same: ${size(counts, bytes)}, ${seconds(started)}. Made ${head.at} by ${madeBy(head)}.`,
  );
}

async function loadFrom(file: string, args: string[]): Promise<void> {
  const started = performance.now();
  const config = readConfig(process.env);
  const { bytes, head } = await checkArchive(file);
  ofThisVersion(head, readMigrations());
  const running = await runningServer(config);
  const load = (force: boolean): Promise<Counts> =>
    running
      ? ask(running, `${adminPaths.restore}${force ? "?force=1" : ""}`, { body: createReadStream(file) }).then(
          JSON.parse,
        )
      : withDatabase(config, (database) => restoreHere(database, file, force), { mayBeNew: true });
  let counts: Counts;
  try {
    counts = await load(args.includes("--force"));
  } catch (error) {
    if (!(error instanceof WouldOverwrite)) throw error;
    if (!(await agreed(`${error.message}\nReplace it by the archive of ${head.at}? Type yes: `))) {
      throw new ArchiveRefused(`${error.message} Nothing was changed. Say --force to replace it.`);
    }
    counts = await load(true);
  }
  console.log(`Restored ${path.resolve(file)} ${into(config, running)}: ${size(counts, bytes)}, ${seconds(started)}.`);
}

async function restoreHere(database: Database, file: string, force: boolean): Promise<Counts> {
  const { counts } = await restore(database, file, { force });
  await afterRestore(database);
  return counts;
}

/** Somebody at a keyboard is asked; a script has to say --force. */
async function agreed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return false;
  const line = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return (await line.question(question)).trim().toLowerCase() === "yes";
  } finally {
    line.close();
  }
}

/** Refused where nothing is: a mistyped directory would be made, and its emptiness saved. */
async function withDatabase<T>(
  config: Config,
  work: (database: Database) => Promise<T>,
  { mayBeNew = false } = {},
): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: dataDir } = config;
  if (!url && !mayBeNew && !existsSync(path.join(dataDir, "pg"))) {
    throw new NoConsoleDatabase(
      `There is no database in ${path.resolve(dataDir)}. Nothing was done. Set DATA_DIR to the directory of the console (the demonstration has ./data-demo).`,
    );
  }
  const database = await openDatabase(url ? { url } : { dataDir });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Which one it was, so that a wrong one is seen; an address without its password. */
function place({ DATABASE_URL: url, DATA_DIR: dataDir }: Config): string {
  if (!url) return path.resolve(dataDir);
  const { host, pathname } = new URL(url);
  return `PostgreSQL ${host}${pathname}`;
}
const where = (config: Config, running: Running | null) =>
  `${place(config)}${running ? " (of the running console)" : ""}`;
const into = (config: Config, running: Running | null) => `into ${where(config, running)}`;

const number = (value: number) => value.toLocaleString("en");

function size(counts: Counts, bytes: number): string {
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const megabytes = (bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 2 : 0);
  return `${Object.keys(counts).length} tables, ${number(rows)} rows, ${number(counts.orders ?? 0)} orders, ${megabytes} MB`;
}

const seconds = (started: number) => `${((performance.now() - started) / 1_000).toFixed(1)} s`;
