/** Before PostgreSQL is used: that it is there, and that what stands between keeps what a sale needs. */

import pg from "pg";
import { nameOfServer } from "../../database-server";
import { log } from "../../log";

/** The server of DATABASE_URL cannot be used, in a sentence with a next step. */
export class ServerRefused extends Error {
  override readonly name = "ServerRefused";
}

const again = 1_000;
const told = 10_000;
/** What a later attempt may find otherwise: not there yet, not reachable yet, starting up, every connection taken. */
const passing = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENOENT|57P03|53300|08...)$/;

/** Waits until it answers; throws {@link ServerRefused} when it does not in time, or never would. */
export async function waitForServer(url: string, seconds: number): Promise<void> {
  const name = nameOfServer(url);
  const until = performance.now() + seconds * 1_000;
  for (let lastTold = Number.NEGATIVE_INFINITY; ; ) {
    const problem = await checkDatabaseServer(url);
    if (problem === null) return;
    const left = until - performance.now();
    if (!problem.isPassing || left <= 0) {
      const waited = problem.isPassing && seconds > 0 ? ` after ${seconds} s` : "";
      throw new ServerRefused(`PostgreSQL at ${name} cannot be used${waited}: ${problem.says}. ${problem.todo}`);
    }
    if (performance.now() - lastTold >= told) {
      log("warn", "database", { message: `Waiting for PostgreSQL at ${name}: ${problem.says}` });
      lastTold = performance.now();
    }
    await new Promise((resolve) => setTimeout(resolve, Math.min(again, left)));
  }
}

export interface Problem {
  says: string;
  todo: string;
  isPassing: boolean;
}

/** One attempt; null where it can be used. */
export async function checkDatabaseServer(connectionString: string): Promise<Problem | null> {
  const clients = [0, 1, 2].map(() => new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 }));
  for (const client of clients) client.on("error", () => {});
  try {
    for (const client of clients) await client.connect();
    return (await keepsStatements(clients as [pg.Client, pg.Client, pg.Client])) ? null : forgetful;
  } catch (error) {
    return problemOf(error);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

const forgetful: Problem = {
  says: "a pooler stands before it that keeps no prepared statements, and most sales would fail",
  todo: "Set max_prepared_statements = 200 in pgbouncer (1.21 or newer), or pool_mode = session, or name PostgreSQL itself.",
  isPassing: false,
};

/**
 * What one connection has prepared it must find again, also when the pooler gives it to another server connection: the two
 * others hold the one that it was prepared on.
 */
async function keepsStatements([one, ...others]: [pg.Client, pg.Client, pg.Client]): Promise<boolean> {
  const statement = { name: "console_start_look", text: "select $1::int as given", values: [1] };
  try {
    await one.query(statement);
    for (const other of others) await other.query("begin");
    await one.query(statement);
    for (const other of others) await other.query(statement);
    return true;
  } catch (error) {
    // 26000: there is no such statement; 42P05: there is one of somebody else's by this name; 08P01: pgbouncer says so.
    const code = codeOf(error);
    if (["26000", "42P05", "08P01"].includes(code)) return false;
    throw error;
  } finally {
    for (const other of others) await other.query("rollback").catch(() => {});
  }
}

function problemOf(error: unknown): Problem {
  const code = codeOf(error);
  const says = wordsFor[code] ?? (error instanceof Error ? error.message.split("\n")[0] : String(error));
  const todo = nextStep[code] ?? "See that it runs and that DATABASE_URL names it.";
  const isTimeout = error instanceof Error && /timeout/i.test(error.message);
  return { says: says || code, todo, isPassing: passing.test(code) || isTimeout };
}

const wordsFor: Record<string, string> = {
  ECONNREFUSED: "nothing listens there",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name of its host cannot be looked up",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to its host",
  ENOENT: "there is no socket there",
  "57P03": "it is starting up",
  "53300": "all of its connections are taken",
};

const nextStep: Record<string, string> = {
  "28P01": "Mend the password in DATABASE_URL.",
  "28000": "Mend account and password in DATABASE_URL, or pg_hba.conf on the server.",
  "3D000": "Make the database: create database NAME owner ACCOUNT;",
  "53300": "Lower DATABASE_POOL, or raise max_connections on the server.",
};

/** Of an error that tried several addresses the first tells what it was. */
function codeOf(error: unknown): string {
  const one = error instanceof AggregateError ? error.errors[0] : error;
  return one instanceof Error && "code" in one ? String(one.code) : "";
}
