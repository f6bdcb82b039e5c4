/** A prepared database for each test: migrated, seeded; on PGlite, or on PostgreSQL with TEST_DATABASE_URL. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { type Database, openDatabase } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { seedFirstStart } from "~server/backend/first-start";
import { makeListIndexes } from "~server/backend/kernel/list-indexes";
import { listsServed } from "~server/backend/served";
import { reusable } from "./embedded-image";

export const adminPassword = "Admin#2026";

/** Brings a database up to date as a first start does it. */
export async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await database.system((tx) => makeListIndexes(tx, listsServed));
  await seedFirstStart(database, adminPassword);
}

/** Of one's own; `drop` follows its close. */
export async function freshDatabase(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  return url ? onPostgres(url) : onEmbedded();
}

const take = reusable(async () => PGlite.create({ loadDataDir: await embeddedTemplate() }));

async function onEmbedded(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const { pglite, giveBack } = await take();
  return { database: await openDatabase({ pglite }), drop: async () => giveBack() };
}

/** Makes what is not there yet, for these sources. */
export async function makeTemplate(): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  await (url ? postgresTemplate(url) : embeddedTemplate());
}

const templates = new URL("../../.cache/test-template/", import.meta.url);

/** Made by the first worker that asks, for these sources, and kept as a file: making one takes as long as many a test file. */
async function embeddedTemplate(): Promise<Blob> {
  const file = new URL(`${await sourcesHash()}.tar`, templates);
  await mkdir(templates, { recursive: true });
  const known = await read(file);
  if (known) return known;
  // Made side by side by two workers it would be the same: the second file takes the first one's place.
  const pglite = await PGlite.create();
  const database = await openDatabase({ pglite });
  await prepare(database);
  await database.close();
  const dump = await pglite.dumpDataDir("none");
  await pglite.close();
  const making = new URL(`making-${randomUUID()}`, templates);
  await writeFile(making, Buffer.from(await dump.arrayBuffer()));
  for (const old of await readdir(templates)) {
    if (old.endsWith(".tar")) await rm(new URL(old, templates), { force: true });
  }
  await rename(making, file);
  return dump;
}

async function read(file: URL): Promise<Blob | null> {
  try {
    return new Blob([await readFile(file)]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

let postgresReady: Promise<string> | undefined;

/** Of this run of the tests: its databases begin so (make-template.ts drops what is left of them). */
export const runName = "CONSOLE_TEST_RUN";
let spare: Promise<string> | undefined;

/** Within a run of all tests the next one is made while a file's tests run, and dropping one is not waited for: both wait for the disk. */
async function onPostgres(url: string): Promise<{ database: Database; drop: () => Promise<void> }> {
  const name = await (spare ?? anotherOn(url));
  const isRun = process.env[runName] !== undefined;
  if (isRun) {
    spare = anotherOn(url);
    // Told to whoever takes it.
    spare.catch(() => undefined);
  }
  return {
    database: await openDatabase({ url: databaseOf(url, name) }),
    async drop() {
      const dropped = control(url, `drop database ${name} with (force)`);
      if (isRun) dropped.catch(() => undefined);
      else await dropped;
    },
  };
}

async function anotherOn(url: string): Promise<string> {
  postgresReady ??= postgresTemplate(url);
  const name = `console_test_${process.env[runName] ?? ""}${randomUUID().replaceAll("-", "")}`;
  await control(url, `create database ${name} template ${await postgresReady}`);
  return name;
}

/** What workers did not come to drop. */
export async function dropAllOf(url: string, run: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>("select datname from pg_database where datname like $1", [
    `console\\_test\\_${run}%`,
  ]);
  for (const { datname } of rows) await client.query(`drop database if exists "${datname}" with (force)`);
  await client.end();
}

/** What a test wrote need not outlive the machine: commits do not wait for the disk. */
function databaseOf(url: string, name: string): string {
  const own = Object.assign(new URL(url), { pathname: `/${name}` });
  own.searchParams.set("options", "-c synchronous_commit=off");
  return own.toString();
}

async function control(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Two checkouts may be tested beside each other on one server: each has templates of its own. */
const checkout = createHash("sha256")
  .update(import.meta.url)
  .digest("hex")
  .slice(0, 8);

/** Made by the first worker that asks, for these sources; the templates of this checkout's older sources go. */
async function postgresTemplate(url: string): Promise<string> {
  const name = `console_template_${checkout}_${await sourcesHash()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7310043)");
    const { rows } = await client.query<{ datname: string }>("select datname from pg_database where datname like $1", [
      `console\\_template\\_${checkout}\\_%`,
    ]);
    if (rows.some(({ datname }) => datname === name)) return name;
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
    const building = `console_template_${checkout}_under_way`;
    await client.query(`create database ${building}`);
    const database = await openDatabase({ url: databaseOf(url, building) });
    await prepare(database).finally(() => database.close());
    await client.query(`alter database ${building} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Of everything that a prepared database is made from: statements, seeds, and what the contract declares of lists. */
async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256").update(adminPassword);
  for (const folder of ["../../server/backend/", "../../app/contract/"]) {
    const directory = new URL(folder, import.meta.url);
    for (const file of (await readdir(directory, { recursive: true })).sort()) {
      if (/\.(ts|sql)$/.test(file)) hash.update(file).update(await readFile(new URL(file, directory)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
