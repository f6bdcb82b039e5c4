/** Writes the archive of a copy of the embedded database, or verifies one, in a thread of its own: nobody waits for it. */
import { createWriteStream, statSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { backup } from "./archive";
import type { Counts } from "./archive-format";
import { openDatabase } from "./database";
import { verifyArchive } from "./verify-archive";

export interface ArchiveTask {
  /** The directory of the copy that the archive is made of; none where an archive is to be verified. */
  copy?: string;
  archive: string;
}

export type ArchiveAnswer = { counts: Counts; bytes: number } | { message: string };

async function run({ copy, archive }: ArchiveTask): Promise<ArchiveAnswer> {
  try {
    if (copy === undefined) {
      const { counts, bytes } = await verifyArchive(archive);
      return { counts, bytes };
    }
    const pglite = await PGlite.create({ dataDir: copy });
    const database = await openDatabase({ pglite });
    const counts = await backup(database, createWriteStream(archive, { mode: 0o600, flags: "wx" }));
    await database.close();
    await pglite.close();
    return { counts, bytes: statSync(archive).size };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.postMessage(await run(workerData as ArchiveTask));
