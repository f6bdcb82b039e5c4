/** An archive as a file of this machine, made while others work; whoever takes it away holds nothing up. */
import { createWriteStream, mkdirSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { threadFile } from "../../thread-file";
import { backup } from "./archive";
import type { Counts } from "./archive-format";
import type { ArchiveAnswer, ArchiveTask } from "./archive-worker";
import { copyAtAMoment } from "./copy-at-a-moment";
import type { Database } from "./database";

const prefix = "spool-";

/** A folder below the data directory for what is on its way; the answer takes it away. */
export function makeSpool(dataDir: string): { folder: string; remove: () => Promise<void> } {
  const folder = path.join(
    dataDir,
    `${prefix}${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`,
  );
  mkdirSync(folder, { mode: 0o700 });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** What a process left that was killed amid it. For the start of the one that holds the directory. */
export function clearSpools(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(prefix)) rmSync(path.join(dataDir, name), { recursive: true, force: true });
  }
}

/** Minutes that a backup may take before it is given up. */
const longest = 120 * 60_000;
/** One at a time: two would need room for two. */
let underWay: Promise<unknown> = Promise.resolve();

/**
 * Writes the archive to `file`, whose folder is there. PostgreSQL shows it one moment of its own; of the embedded database a
 * copy is made and read in another thread, so that its one session is free, unless nobody else works in it (`alone`).
 */
export function archiveTo(database: Database, file: string, { alone = false } = {}): Promise<void> {
  const made = underWay.then(() => written(database, file, AbortSignal.timeout(longest), alone));
  underWay = made.catch(() => {});
  return made;
}

async function written(database: Database, file: string, signal: AbortSignal, alone: boolean): Promise<void> {
  const { directory } = database;
  if (directory === undefined || alone) {
    await backup(database, createWriteStream(file, { mode: 0o600, flags: "wx" }));
    return;
  }
  const copy = `${file}.copy`;
  try {
    await database.keepLog(() => copyAtAMoment(database.pool, directory, copy, signal));
    await apart({ copy, archive: file }, signal);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** Restores an archive into nothing and holds it against itself, as `npm run db:verify` does. */
export function verifyApart(archive: string): Promise<{ counts: Counts; bytes: number }> {
  return apart({ archive }, AbortSignal.timeout(longest));
}

async function apart(workerData: ArchiveTask, signal: AbortSignal): Promise<{ counts: Counts; bytes: number }> {
  const thread = new Worker(await threadFile("archiver", "./backend/db/archive-worker.ts"), { workerData });
  const stop = () => void thread.terminate();
  signal.addEventListener("abort", stop);
  try {
    const answer = await new Promise<ArchiveAnswer>((resolve, reject) => {
      thread.once("message", resolve);
      thread.once("error", reject);
      thread.once("exit", () => reject(new Error("The backup was given up: it took longer than two hours.")));
    });
    if ("message" in answer) throw new Error(answer.message);
    return answer;
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}
