/** A database with nothing in it: in memory, or on PostgreSQL with TEST_DATABASE_URL, where several may open the same one. */
import { randomUUID } from "node:crypto";
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";
import { type Database, openDatabase } from "~server/backend/db/database";
import { reusable } from "./embedded-image";

export interface EmptyDatabase {
  /** Once more: another pool to the same database on PostgreSQL, the same one in memory. */
  open(): Promise<Database>;
  close(): Promise<void>;
}

/** A statement as the cluster's administrator. */
export async function control(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

const take = reusable(() => PGlite.create());

export async function emptyDatabase(): Promise<EmptyDatabase> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) {
    const { pglite, giveBack } = await take();
    const database = await openDatabase({ pglite });
    const close = async () => {
      await database.close();
      giveBack();
    };
    return { open: async () => database, close };
  }
  const name = `console_empty_${randomUUID().replaceAll("-", "")}`;
  await control(url, `create database ${name}`);
  const opened: Database[] = [];
  return {
    async open() {
      const database = await openDatabase({
        url: Object.assign(new URL(url), { pathname: `/${name}` }).toString(),
        poolSize: 2,
      });
      opened.push(database);
      return database;
    },
    async close() {
      for (const database of opened) await database.close();
      await control(url, `drop database ${name} with (force)`);
    },
  };
}
