/**
 * The embedded PostgreSQL, made durable. As shipped PGlite runs with `-F` and its file layer has no fsync: it survives
 * a killed process and loses everything in a power cut. Three things mend that: a real fsync in the file layer, start
 * parameters without `-F`, and a sync of every file of a new data directory.
 */
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync } from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { LogSync, type NodeFsOperations } from "./log-sync";

class DurableNodeFs extends NodeFS {
  constructor(
    directory: string,
    private readonly log: LogSync,
  ) {
    super(directory);
  }

  override async init(...[pg, options]: Parameters<NodeFS["init"]>) {
    const made = await super.init(pg, options);
    const preRun = [made.emscriptenOpts.preRun ?? []].flat();
    preRun.push((module) => this.log.install((module as unknown as { NODEFS: NodeFsOperations }).NODEFS));
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun } };
  }
}

/** `wal_sync_method=fsync`, since its fdatasync is a stub. */
function durableParameters(): string[] {
  const shipped = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  return [...shipped, "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
}

/** Opens (and on first use creates) the database in a directory. The caller holds the directory's lock. */
export async function openDurable(directory: string): Promise<{ pglite: PGlite; log: LogSync }> {
  mkdirSync(directory, { recursive: true });
  const isNew = !existsSync(path.join(directory, "PG_VERSION"));
  const log = new LogSync(directory);
  const pglite = new PGlite({ fs: new DurableNodeFs(directory, log), startParams: durableParameters() });
  await pglite.waitReady;
  if (isNew) {
    await pglite.exec("checkpoint");
    syncTree(directory);
  }
  return { pglite, log };
}

/** Syncs every file and folder below, then the folder that holds it. */
function syncTree(directory: string): void {
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (entry.isFile() || entry.isDirectory()) syncPath(path.join(entry.parentPath, entry.name));
  }
  syncPath(directory);
  syncPath(path.dirname(directory));
}

function syncPath(target: string): void {
  const descriptor = openSync(target, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
