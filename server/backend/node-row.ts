/** Says every half minute that this process runs, and how it is, where the health page reads it. */
import { randomUUID } from "node:crypto";
import { statfs } from "node:fs/promises";
import { hostname } from "node:os";
import { sql } from "drizzle-orm";
import { version } from "../version";
import type { Database } from "./db/database";
import { type BackupPlaces, placesOf, stateOfBackups } from "./db/kept-archives";
import { logFailure } from "./kernel/answers";

const every = 30_000;
/** What ended without a word is forgotten after a day; until then the page says that it is gone. */
const forgottenAfter = "1 day";

export interface NodeRow {
  /** Resolves once it is said that this process has ended. */
  stop(): Promise<void>;
}

interface Options {
  database: Database;
  dataDir: string;
  places: BackupPlaces;
}

export function keepNodeRow(options: Options): NodeRow {
  const { database } = options;
  const id = randomUUID();
  let saying: Promise<void> = Promise.resolve();
  const say = () => {
    saying = saying.then(() => said(id, options)).catch((error) => logFailure("warn", error, "node"));
  };
  say();
  const timer = setInterval(say, every);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await saying;
      await database
        .system((tx) => tx.execute(sql`delete from console_node where id = ${id}`))
        .catch((error) => logFailure("warn", error, "node"));
    },
  };
}

async function said(id: string, { database, dataDir, places }: Options): Promise<void> {
  const { pool } = database;
  const [{ bavail, bsize }, backups] = await Promise.all([statfs(dataDir), stateOfBackups(places, new Date())]);
  const shown = placesOf(places)
    .map((place) => place.shown)
    .join(", ");
  // Asked for before the transaction takes a connection of its own.
  const { totalCount, waitingCount } = pool;
  await database.system(async (tx) => {
    await tx.execute(sql`delete from console_node where seen_at < now() - interval '${sql.raw(forgottenAfter)}'`);
    await tx.execute(sql`
      insert into console_node (
        id, host, pid, version, connections, most_connections, waiting, disk_free, backup_places, backup_problem
      )
      values (
        ${id}, ${hostname().slice(0, 60)}, ${process.pid}, ${version}, ${totalCount}, ${pool.options.max},
        ${waitingCount}, ${bavail * bsize}, ${shown}, ${backups}
      )
      on conflict (id) do update
      set seen_at = now(), connections = excluded.connections, waiting = excluded.waiting,
          disk_free = excluded.disk_free, backup_problem = excluded.backup_problem
    `);
  });
}
