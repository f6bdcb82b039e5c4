/** The database behind one door: PGlite in a directory or in memory, or PostgreSQL, through one driver and one dialect. */
import path from "node:path";
import type { Duplex } from "node:stream";
import { PGlite } from "@electric-sql/pglite";
import { drizzle, type NodePgDatabase } from "drizzle-orm/node-postgres";
import pg from "pg";
import { openDataDirectory } from "../../data-directory";
import { openDurable } from "./durable-pglite";
import { lockDirectory } from "./lock";
import type { LogSync } from "./log-sync";
import { keepInShape } from "./maintenance";
import { PgliteSocket } from "./pglite-socket";

/** drizzle over one transaction. */
export type Transaction = NodePgDatabase;

export interface TransactionOptions {
  readOnly?: boolean;
}

export interface Database {
  readonly engine: "pglite" | "postgres";
  readonly pool: pg.Pool;
  /** Runs as the tenant role: row-level security shows and takes only rows of the corp. */
  tenant<T>(corpCode: string, work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs as the owner, over all corps: sign-in, seeds, jobs, backup. */
  system<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Directory of the embedded database. */
  dataDir?: string;
  /** In memory only, for tests. */
  memory?: boolean;
  /** An embedded one that is open already, for tests: whoever opened it closes it. */
  pglite?: PGlite;
  /** PostgreSQL: takes the place of the embedded database. */
  url?: string;
  /** Connections to PostgreSQL. Default 10. */
  poolSize?: number;
}

/** Sees the rows of its corp. */
export const tenantRole = "console_tenant";
/** Sees of them what lies in the scope of an account: policies for it narrow what the tenant's allow. */
export const scopedRole = "console_scoped";

// Rows as our code has them: whole numbers as numbers (fen fit by far), days as yyyy-MM-dd. Set for the whole process,
// since drizzle asks the driver's global table.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value);

export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  if (options.url) return overPool(new pg.Pool({ connectionString: options.url, max: options.poolSize ?? 10 }));
  if (options.pglite) return embedded(options.pglite, async () => {});
  if (options.memory) {
    const pglite = await PGlite.create();
    return embedded(pglite, () => pglite.close());
  }
  if (!options.dataDir) throw new Error("A database needs a directory, an address, or memory.");
  openDataDirectory(options.dataDir);
  const unlock = lockDirectory(options.dataDir);
  try {
    const { pglite, log } = await openDurable(path.join(options.dataDir, "pg"));
    const release = async () => {
      await pglite.close();
      log.close();
      unlock();
    };
    return embedded(pglite, release, log);
  } catch (error) {
    unlock();
    throw error;
  }
}

/** One session is all that PGlite has: with two clients their transactions would interleave. */
function embedded(pglite: PGlite, release: () => Promise<void>, commits?: Commits): Database {
  const stream = () => new PgliteSocket(pglite) as unknown as Duplex;
  const session = { host: "embedded", user: "postgres", database: "postgres", password: "", ssl: false };
  const pool = new pg.Pool({ ...session, stream, max: 1, idleTimeoutMillis: 0 });
  const stopMaintenance = keepInShape(pool);
  return {
    ...overPool(pool, commits),
    engine: "pglite",
    async close() {
      stopMaintenance();
      await pool.end();
      await release();
    },
  };
}

/** How a commit gets to the disk: by itself, unless somebody else sees to it. */
type Commits = Pick<LogSync, "commit" | "settled">;
const byItself: Commits = { commit: (work) => work(), settled: async () => {} };

function overPool(pool: pg.Pool, commits = byItself): Database {
  // A connection that breaks while idle is replaced by the pool; without a listener it would end the process.
  pool.on("error", (error) => console.error(JSON.stringify({ level: "warn", at: "database", message: error.message })));
  return {
    engine: "postgres",
    pool,
    tenant: (corpCode, work, options) => settled(commits, transaction(pool, commits, work, options, corpCode)),
    system: (work, options) => settled(commits, transaction(pool, commits, work, options)),
    close: () => pool.end(),
  };
}

/** Refusals wait as well: they, too, tell what others have committed. */
function settled<T>(commits: Commits, answer: Promise<T>): Promise<T> {
  return answer.finally(() => commits.settled());
}

const attempts = 4;

/** Once more after a deadlock or a serialisation failure: the work has touched nothing but the database. */
async function transaction<T>(
  pool: pg.Pool,
  commits: Commits,
  work: (tx: Transaction) => Promise<T>,
  options: TransactionOptions = {},
  corpCode?: string,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const client = await pool.connect();
    let broken = false;
    try {
      await client.query(options.readOnly ? "begin read only" : "begin");
      if (corpCode !== undefined) {
        await client.query("select set_config('role', $1, true), set_config('app.corp_code', $2, true)", [
          tenantRole,
          corpCode,
        ]);
      }
      const answer = await work(drizzle(client));
      await commits.commit(() => client.query("commit"));
      return answer;
    } catch (error) {
      await client.query("rollback").catch(() => {
        broken = true;
      });
      if (attempt >= attempts || !isTransient(error)) throw error;
    } finally {
      client.release(broken);
    }
  }
}

function isTransient(error: unknown): boolean {
  const code = sqlState(error);
  return code === "40001" || code === "40P01";
}

/** The SQLSTATE of a database error, also where drizzle wrapped it; undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  for (let at: unknown = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && typeof at.code === "string" && /^[0-9A-Z]{5}$/.test(at.code)) return at.code;
  }
  return undefined;
}
