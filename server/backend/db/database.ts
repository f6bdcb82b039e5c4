/** The database behind one door: PGlite in a directory or in memory, or PostgreSQL, through one driver and one dialect. */

import { AsyncLocalStorage } from "node:async_hooks";
import path from "node:path";
import type { Duplex } from "node:stream";
import { PGlite } from "@electric-sql/pglite";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { openDataDirectory } from "../../data-directory";
import { log } from "../../log";
import { openDurable } from "./durable-pglite";
import { lockDirectory } from "./lock";
import type { LogSync } from "./log-sync";
import { keepInShape, keepPlansTrue } from "./maintenance";
import { naming, StatementNames } from "./named-statements";
import { PgliteSocket } from "./pglite-socket";

/** drizzle over one transaction. */
export type Transaction = NodePgDatabase;

export interface TransactionOptions {
  readOnly?: boolean;
  /** How long a statement may take on PostgreSQL. Default "call"; "none" also waits for locks as long as it takes. */
  patience?: keyof Limits | "none";
  /**
   * Asked after a failure that was rolled back, while the connection is still ours: true lets the work begin anew. What it
   * does in `own` is a transaction of its own on that connection, ahead of everybody who waits for one.
   */
  again?: (error: unknown, own: OwnTransaction) => Promise<boolean>;
}

export type OwnTransaction = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>;

/** Milliseconds that PostgreSQL grants; 0 for no end. The embedded database enforces none of them. */
export interface Limits {
  /** Of somebody's call. */
  call: number;
  /** Of exports, imports and other background work. */
  work: number;
}

export interface Timeouts {
  statement: Limits;
  /** For a lock that another transaction holds. */
  lock: number;
  /** Of a transaction in which nothing happens. */
  idle: number;
  /** Until a connection is there, be it new or one that another call gives back. */
  connect: number;
}

export const usualTimeouts: Timeouts = {
  statement: { call: 15_000, work: 300_000 },
  lock: 10_000,
  idle: 60_000,
  connect: 10_000,
};

export interface Database {
  readonly engine: "pglite" | "postgres";
  readonly pool: pg.Pool;
  /** Runs as the tenant role: row-level security shows and takes only rows of the corp. */
  tenant<T>(corpCode: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs as the owner, over all corps: sign-in, seeds, jobs, backup. */
  system<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Of the files of an embedded one that others work in. */
  readonly directory?: string;
  /** Runs it while no checkpoint takes away what the log has. */
  keepLog<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Directory of the embedded database. */
  dataDir?: string;
  /** Commits of the embedded database may share a sync: for disks that take a millisecond or more for one. */
  shareSyncs?: boolean | undefined;
  /** In memory only, for tests. */
  memory?: boolean;
  /** An embedded one that is open already, for tests: whoever opened it closes it. */
  pglite?: PGlite;
  /** PostgreSQL: takes the place of the embedded database. */
  url?: string;
  /** Connections to PostgreSQL. Default 10. */
  poolSize?: number;
  /** Of PostgreSQL. Default: {@link usualTimeouts}. */
  timeouts?: Timeouts | undefined;
}

/** Sees the rows of its corp. */
export const tenantRole = "console_tenant";
/** Sees of them what lies in the scope of an account: policies for it narrow what the tenant's allow. */
export const scopedRole = "console_scoped";
/** Reads of a few ledgers the rows of the corps of its group: `group-policies.ts`. It writes nothing. */
export const groupRole = "console_group";

// Rows as our code has them: whole numbers as numbers (fen fit by far), days as yyyy-MM-dd. Set for the whole process,
// since drizzle asks the driver's global table.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) {
    const timeouts = options.timeouts ?? usualTimeouts;
    const { url: connectionString, poolSize: max = 10 } = options;
    const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: timeouts.connect, keepAlive: true });
    const plans = keepPlansTrue(pool);
    return {
      ...overPool(pool, byItself, timeouts),
      close() {
        plans.stop();
        return pool.end();
      },
    };
  }
  if (options.pglite) return embedded(options.pglite, async () => {});
  if (options.memory) {
    const pglite = await PGlite.create();
    return embedded(pglite, () => pglite.close());
  }
  if (!options.dataDir) throw new Error("A database needs a directory, an address, or memory.");
  openDataDirectory(options.dataDir);
  const unlock = lockDirectory(options.dataDir);
  try {
    const directory = path.join(options.dataDir, "pg");
    const { pglite, log } = await openDurable(directory, options);
    const release = async () => {
      await pglite.close();
      log?.close();
      unlock();
    };
    return { ...embedded(pglite, release, log ?? inTurn), directory };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One session is all that PGlite has: with two clients their transactions would interleave. */
function embedded(pglite: PGlite, release: () => Promise<void>, commits: Commits = inTurn): Database {
  const stream = () => new PgliteSocket(pglite) as unknown as Duplex;
  const session = { host: "embedded", user: "postgres", database: "postgres", password: "", ssl: false };
  const pool = new pg.Pool({ ...session, stream, max: 1, idleTimeoutMillis: 0 });
  const maintenance = keepInShape(pool);
  return {
    ...overPool(pool, commits),
    engine: "pglite",
    keepLog: maintenance.withoutCheckpoints,
    async close() {
      maintenance.stop();
      await pool.end();
      await release();
    },
  };
}

/** How a commit gets to the disk: by itself, unless somebody else sees to it. */
type Commits = Pick<LogSync, "commit" | "settled">;
const byItself: Commits = { commit: (work) => work(), settled: async () => {} };
/**
 * The embedded database works in this thread and answers without a turn of its event loop: whoever begins one transaction
 * after the other, as an import does, would let nobody else's call in.
 */
const inTurn: Commits = { ...byItself, settled: () => new Promise((done) => setImmediate(done)) };

function overPool(pool: pg.Pool, commits = byItself, timeouts: Timeouts | null = null): Database {
  // A connection that breaks is replaced by the pool; without a listener it would end the process, idle or in use.
  const lost = (error: Error) => log("warn", "database", { message: error.message });
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const names = new StatementNames();
  return {
    engine: "postgres",
    pool,
    tenant: (corpCode, work, options = {}) =>
      settled(
        commits,
        alone(pool, () =>
          transaction(pool, commits, work, { ...options, start: begin(options, timeouts), names, corpCode }),
        ),
      ),
    system: (work, options = {}) =>
      settled(
        commits,
        alone(pool, () => transaction(pool, commits, work, { ...options, start: begin(options, timeouts), names })),
      ),
    keepLog: (work) => work(),
    close: () => pool.end(),
  };
}

/** Refusals wait as well: they, too, tell what others have committed. */
function settled<T>(commits: Commits, answer: Promise<T>): Promise<T> {
  return answer.finally(() => commits.settled());
}

/** A transaction was begun within another one, which it would wait for while that one waits for it. */
export class NestedTransaction extends Error {
  override readonly name = "NestedTransaction";
  constructor() {
    super("A transaction was begun inside another one of the same database: go on with the one that is open.");
  }
}

/** Which databases a call stack, with all that it awaits, has a transaction open on. */
const openHere = new AsyncLocalStorage<{ pool: pg.Pool; open: boolean }>();

/**
 * The embedded database has one session: a transaction inside a transaction waits for itself, for ever. On PostgreSQL the
 * same happens once all connections are taken. So it fails at once, on both.
 */
async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const outer = openHere.getStore();
  if (outer?.open && outer.pool === pool) throw new NestedTransaction();
  const here = { pool, open: true };
  try {
    return await openHere.run(here, work);
  } finally {
    // What was started in it and goes on by itself may begin its own.
    here.open = false;
  }
}

/** Runs what others wait for by themselves, as if it were not called from within a transaction. */
export function outsideTransaction<T>(work: () => T): T {
  return openHere.exit(work);
}

/**
 * Whoever writes on somebody's behalf finds rows by their keys. A plan is made once a connection, maybe while the table had
 * one page, and reading that whole is cheapest; the table has grown since (a check of a ticket, 900 passages after the plan
 * was made: 13.8 ms of the processor, 5.5 by index). Reports, lists and background work choose freely.
 */
const byIndex = "set local enable_seqscan = off";

/**
 * In one trip, and for the transaction alone: a pooler may give the connection to somebody else afterwards. Statements are
 * not compiled to machine code: ours read little of much, and compiling one takes longer than reading all of it (agencies'
 * exposure over two million movements: 1,139 ms with, 695 without).
 */
function begin({ readOnly, patience = "call" }: TransactionOptions, timeouts: Timeouts | null): string {
  const start = readOnly ? "begin read only" : patience === "call" ? `begin; ${byIndex}` : "begin";
  if (!timeouts) return start;
  const [statement, lock, idle] =
    patience === "none" ? [0, 0, 0] : [timeouts.statement[patience], timeouts.lock, timeouts.idle];
  return `${start}; set local jit = off; set local statement_timeout = ${statement}; set local lock_timeout = ${lock}; set local idle_in_transaction_session_timeout = ${idle}`;
}

const attempts = 4;

/**
 * Somebody else's commit came between a look and a write: the transaction begins anew, once, and sees it. What stands in
 * the way even then is the cause.
 */
export class Meanwhile extends Error {
  override readonly name = "Meanwhile";
  constructor(cause: unknown) {
    super("somebody else was faster", { cause });
  }
}

/** Once more after a deadlock or a serialisation failure: the work has touched nothing but the database. */
async function transaction<T>(
  pool: pg.Pool,
  commits: Commits,
  work: (tx: Transaction) => Promise<T>,
  { start, names, corpCode, again }: TransactionOptions & { start: string; names: StatementNames; corpCode?: string },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query(start);
      if (corpCode !== undefined) {
        await client.query("select set_config('role', $1, true), set_config('app.corp_code', $2, true)", [
          tenantRole,
          corpCode,
        ]);
      }
      const answer = await work(drizzle(naming(client, names)));
      await commits.commit(() => client.query("commit"));
      return answer;
    } catch (error) {
      await client.query("rollback").catch(() => {
        broken = true;
      });
      const own: OwnTransaction = (more) => onConnection(client, commits, names, more);
      if (!broken && (await again?.(error, own))) attempt -= 1;
      else if (error instanceof Meanwhile && attempt > 1) throw error.cause;
      else if (attempt >= attempts || !isTransient(error)) throw error;
    } finally {
      client.release(broken);
    }
  }
}

async function onConnection<T>(
  client: pg.PoolClient,
  commits: Commits,
  names: StatementNames,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  await client.query("begin");
  try {
    const answer = await work(drizzle(naming(client, names)));
    await commits.commit(() => client.query("commit"));
    return answer;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

/** A connection that is not there, or was lost; what is thrown then has no SQLSTATE, or one of these. */
const lostStates = /^(08...|57P0[1-4]|53300|25P03)$/;
const lostCodes = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ETIMEDOUT",
  "EPIPE",
  "ENOTFOUND",
  "EHOSTUNREACH",
  "EAI_AGAIN",
]);
const lostWords =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection)/;

/** Whether the database could not be reached, or went away during a call. */
export function isUnreachable(error: unknown): boolean {
  const state = sqlState(error);
  if (state && lostStates.test(state)) return true;
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (lostWords.test(at.message) || ("code" in at && lostCodes.has(String(at.code)))) return true;
  }
  return false;
}

function isTransient(error: unknown): boolean {
  const code = sqlState(error);
  if (error instanceof Meanwhile) return true;
  return code === "40001" || code === "40P01";
}

/** The SQLSTATE of a database error, also where drizzle wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
}
