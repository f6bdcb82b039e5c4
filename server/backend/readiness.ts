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
  /** Looked at once in a while, by whoever asks then: the others get the same answer. */
  const seldom = (look: () => Promise<string | null>) => {
    let looked: { at: number; found: Promise<string | null> } | null = null;
    return () => {
      if (!looked || now() - looked.at >= lookEvery) looked = { at: now(), found: look() };
      return looked.found;
    };
  };
  const diskProblem = seldom(async () => (directory === undefined ? null : lookAt(disk, directory)));
  const writeProblem = seldom(() => tryToWrite(database));
  return async () => {
    try {
      const problem = await database.tenant(headOffice, whyNoChanges, { readOnly: true });
      return problem ?? (await writeProblem()) ?? (await diskProblem());
    } catch (error) {
      logFailure("warn", error, "readyz");
      return wordsOf(error);
    }
  };
}

const noChanges = "the database takes no changes";

/**
 * By the way that a sale goes: as a tenant, with a statement that has a name from its third time on. A standby, or a server
 * set to read only after its disk filled up, answers reads and refuses every sale.
 */
async function whyNoChanges(tx: Transaction): Promise<string | null> {
  const { rows } = await tx.execute<{ standby: boolean; readOnly: boolean }>(sql`
    select pg_is_in_recovery() as standby, current_setting('default_transaction_read_only') <> ${"off"} as "readOnly"
  `);
  if (rows[0]?.standby) return `${noChanges}: it is a standby`;
  if (rows[0]?.readOnly) return `${noChanges}: it is set to read only (default_transaction_read_only)`;
  return (await isReady(tx)) ? null : noChanges;
}

/** Thrown where all went well: what was written for a try is rolled back, so that nothing is changed. */
class Tried extends Error {}

/**
 * What settings do not tell is told by a row: a full tablespace, rights that were taken, a server that gives out no
 * transaction numbers any more. It has the first row's fate of every sale: its key.
 */
async function tryToWrite(database: Database): Promise<string | null> {
  try {
    await database.tenant(headOffice, async (tx) => {
      await tx.execute(sql`
        insert into idempotency (account_id, method, key, payload_hash) values (0, ${"readyz"}, ${randomUUID()}, '')
      `);
      throw new Tried();
    });
    return null;
  } catch (error) {
    if (error instanceof Tried) return null;
    logFailure("error", error, "readyz");
    return wordsOf(error);
  }
}

/** By SQLSTATE; a class of them by its first two characters. */
const refusals: Record<string, string> = {
  "26000": "the pooler before the database keeps no prepared statements",
  "25006": `${noChanges}: it is read only`,
  "42501": `${noChanges}: the rights to write were taken from its role`,
  "53100": `${noChanges}: its disk is full`,
  "54000": `${noChanges}: it gives out no transaction numbers and waits for VACUUM`,
};
function wordsOf(error: unknown): string {
  const state = sqlState(error);
  const said = state === undefined ? undefined : refusals[state];
  if (said !== undefined) return said;
  // It answered, with a refusal of its own; whatever else is no answer, or ends the connection (08, 57).
  const isAnswer = state !== undefined && /^[0-9A-Z]{5}$/.test(state) && !/^(08|57)/.test(state);
  return isAnswer ? `${noChanges} (SQLSTATE ${state})` : "the database does not answer";
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
