/**
 * npm run db:backup FILE, db:restore FILE [--force] and admin:password: through the running server, or by opening the database here.
 */
import "~/i18n/locale.server";
import { createReadStream, createWriteStream, existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { readConfig } from "../config";
import { keepToOneself } from "../data-directory";
import { type NewPassword, resetFirstPassword } from "./business/platform/first-account";
import { adminPaths, neverStarted } from "./db/admin";
import { ArchiveRefused, backup, type Counts, restore } from "./db/archive";
import { type Database, openDatabase } from "./db/database";
import { migrate } from "./db/migrate";

/** Answers the exit code. */
export async function tool(name: string, args: string[]): Promise<number> {
  keepToOneself();
  if (name === "password") return newPassword();
  const file = args.find((arg) => !arg.startsWith("--"));
  if (!file) {
    console.error(`Name the file: npm run db:${name} FILE`);
    return 2;
  }
  const running = await runningServer();
  if (name === "backup") await saveTo(file, running);
  else await loadFrom(file, running, args.includes("--force"));
  return 0;
}

/** Of the first account, printed once: for who owns the data directory, or has DATABASE_URL. */
async function newPassword(): Promise<number> {
  if (readConfig(process.env).DISPATCH_URL)
    throw new Error("DISPATCH_URL names another system: accounts are kept there.");
  const running = await runningServer();
  const made = running
    ? ((await (await ask(running, adminPaths.password)).json()) as NewPassword)
    : await withDatabase(resetFirstPassword);
  if (!made) throw new Error(neverStarted);
  console.log(`The new password of ${made.accName}, told only this once; it is changed at the next sign-in:`);
  console.log(`  ${made.password}`);
  return 0;
}

interface Running {
  url: string;
  secret: string;
}

/** The server on this data directory, when one answers. With DATABASE_URL the database itself is asked. */
async function runningServer(): Promise<Running | null> {
  const config = readConfig(process.env);
  const [urlFile, secretFile] = ["backend.url", "admin.secret"].map((name) => path.join(config.DATA_DIR, name));
  if (config.DATABASE_URL || !urlFile || !secretFile || !existsSync(urlFile) || !existsSync(secretFile)) return null;
  const url = readFileSync(urlFile, "utf8").trim();
  const answers = await fetch(new URL("/healthz", url)).then(
    (response) => response.ok,
    () => false,
  );
  return answers ? { url, secret: readFileSync(secretFile, "utf8").trim() } : null;
}

async function saveTo(file: string, running: Running | null): Promise<void> {
  const partial = `${file}.partial`;
  // Made anew: an older one would keep its mode, and a link would lead elsewhere.
  rmSync(partial, { force: true });
  const target = createWriteStream(partial, { mode: 0o600, flags: "wx" });
  try {
    if (running) {
      const response = await ask(running, adminPaths.backup);
      await pipeline(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), target);
    } else {
      await withDatabase((database) => backup(database, target));
    }
    renameSync(partial, file);
    console.log(`Saved to ${file}`);
  } finally {
    rmSync(partial, { force: true });
  }
}

async function loadFrom(file: string, running: Running | null, force: boolean): Promise<void> {
  const source = createReadStream(file);
  const counts = running
    ? ((await (await ask(running, `${adminPaths.restore}${force ? "?force=1" : ""}`, source)).json()) as Counts)
    : await withDatabase((database) => restore(database, source, { force }));
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
  console.log(`Restored ${rows} rows in ${Object.keys(counts).length} tables from ${file}`);
}

async function ask({ url, secret }: Running, route: string, body?: Readable): Promise<Response> {
  const init = body ? { body: Readable.toWeb(body) as ReadableStream, duplex: "half" as const } : {};
  const response = await fetch(new URL(route, url), {
    method: "POST",
    headers: { authorization: `Bearer ${secret}` },
    ...init,
  });
  if (!response.ok) throw new ArchiveRefused(await response.text());
  return response;
}

async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const config = readConfig(process.env);
  const database = await openDatabase(
    config.DATABASE_URL ? { url: config.DATABASE_URL } : { dataDir: config.DATA_DIR },
  );
  try {
    await migrate(database);
    return await work(database);
  } finally {
    await database.close();
  }
}
