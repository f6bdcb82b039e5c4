/** Whether this node can serve: its database answers and takes changes, and its disk has room for them. */

import { randomUUID } from "node:crypto";
import { open, rm, statfs } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import { log } from "../log";
import { isReady } from "./business/platform/lookups";
import { type Database, sqlState, type Transaction } from "./db/database";
import { logFailure } from "./kernel/answers";

/** Of the file system below the data directory; tests put their own in its place. */
export interface Disk {
  freeBytes(directory: string): Promise<number>;
  /** Writes a small file, syncs it and takes it away again. */
  probe(directory: string): Promise<void>;
}

/** Room for a few files of the database's log: with less a sale may fail half-way through the next minutes. */
export const leastFree = 64 * 1024 * 1024;
/** A balancer asks every second or two, of every node; the disk is looked at less often. */
const lookEvery = 5_000;

const ownDisk: Disk = {
  async freeBytes(directory) {
    const { bavail, bsize } = await statfs(directory);
    return bavail * bsize;
  },
  async probe(directory) {
    const file = path.join(directory, `.ready-${process.pid}-${randomUUID()}`);
    const probe = await open(file, "wx", 0o600);
    try {
      await probe.write(Buffer.alloc(8_192, 1));
      await probe.sync();
    } finally {
      await probe.close();
      await rm(file, { force: true });
    }
  },
};

interface Options {
  database: Database;
  /** Not given: no disk is looked at (tests without a directory). */
  directory?: string | undefined;
  disk?: Disk;
  now?: () => number;
}

/** Answers null when ready, else why not. */
export function readiness({
  database,
  directory,
  disk = ownDisk,
  now = Date.now,
}: Options): () => Promise<string | null> {
  let looked: { at: number; found: Promise<string | null> } | null = null;
  const diskProblem = (): Promise<string | null> => {
    if (directory === undefined) return Promise.resolve(null);
    if (!looked || now() - looked.at >= lookEvery) looked = { at: now(), found: lookAt(disk, directory) };
    return looked.found;
  };
  return async () => {
    try {
      return (await database.tenant(headOffice, takesChanges, { readOnly: true }))
        ? await diskProblem()
        : "the database takes no changes";
    } catch (error) {
      logFailure("warn", error, "readyz");
      const isForgotten = sqlState(error) === "26000";
      return isForgotten
        ? "the pooler before the database keeps no prepared statements"
        : "the database does not answer";
    }
  };
}

/**
 * By the way that a sale goes: as a tenant, with a statement that has a name from its third time on. A standby, or a server
 * set to read only after its disk filled up, answers reads and refuses every sale.
 */
async function takesChanges(tx: Transaction): Promise<boolean> {
  const { rows } = await tx.execute<{ writable: boolean }>(sql`
    select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = ${"off"} as writable
  `);
  return rows[0]?.writable === true && (await isReady(tx));
}

async function lookAt(disk: Disk, directory: string): Promise<string | null> {
  try {
    const free = await disk.freeBytes(directory);
    if (free < leastFree) return noted(`the disk has ${Math.floor(free / 1024 / 1024)} MB left`);
    await disk.probe(directory);
    return null;
  } catch (error) {
    return noted(
      `the data directory cannot be written to (${error instanceof Error ? error.message.slice(0, 200) : "unknown"})`,
    );
  }
}

function noted(problem: string): string {
  log("error", "readyz", { message: problem });
  return problem;
}
