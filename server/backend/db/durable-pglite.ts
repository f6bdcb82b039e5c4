/**
 * The embedded PostgreSQL, made durable. As shipped PGlite runs with `-F` and its file layer has no fsync: it survives
 * a killed process and loses everything in a power cut. Three things mend that: a real fsync in the file layer, start
 * parameters without `-F`, and a sync of every file of a new data directory.
 */

import fs, {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";
import { log as note } from "../../log";
import { LogSync, type NodeFsOperations, syncs } from "./log-sync";
import { DatabaseDamaged, stateOfDirectory } from "./whole-directory";

class DurableNodeFs extends NodeFS {
  constructor(
    directory: string,
    private readonly log: LogSync | null,
  ) {
    super(directory);
  }

  override async init(...[pg, options]: Parameters<NodeFS["init"]>) {
    const made = await super.init(pg, options);
    const preRun = [made.emscriptenOpts.preRun ?? []].flat();
    preRun.push((module) => {
      const operations = (module as unknown as { NODEFS: NodeFsOperations }).NODEFS;
      keepClosed(operations);
      if (this.log) this.log.install(operations);
      else syncAtOnce(operations);
    });
    return { emscriptenOpts: { ...made.emscriptenOpts, preRun } };
  }
}

/**
 * `wal_sync_method=fsync`, since its fdatasync is a stub. The two sizes bound what a checkpoint keeps of the log to write over:
 * as shipped a busy hour leaves half a gigabyte behind. They begin no checkpoint: without a postmaster none begins by itself.
 */
function durableParameters(): string[] {
  const shipped = PGlite.defaultStartParams.filter((parameter) => parameter !== "-F");
  const own = ["fsync=on", "wal_sync_method=fsync", "min_wal_size=32MB", "max_wal_size=64MB"];
  return [...shipped, ...own.flatMap((setting) => ["-c", setting])];
}

/** Every sync that the database asks for is made in its place. */
function syncAtOnce({ stream_ops }: NodeFsOperations): void {
  stream_ops.fsync = ({ nfd }) => {
    fs.fdatasyncSync(nfd);
    syncs.count += 1;
    return 0;
  };
}

/** Files are made for everybody to read and write (0666) whatever the umask says: only their owner may. */
function keepClosed({ node_ops }: NodeFsOperations): void {
  const { mknod, setattr } = node_ops as unknown as ModeOperations;
  const owners = (mode: number) => mode & ~0o077;
  const closed: ModeOperations = {
    mknod: (parent, name, mode, device) => mknod(parent, name, owners(mode), device),
    setattr: (node, attr) => setattr(node, attr.mode == null ? attr : { ...attr, mode: owners(attr.mode) }),
  };
  Object.assign(node_ops, closed);
}

interface ModeOperations {
  mknod(parent: unknown, name: string, mode: number, device: number): unknown;
  setattr(node: unknown, attr: { mode?: number | null }): unknown;
}

/**
 * Opens (and on first use creates) the database in a directory. The caller holds the directory's lock. With `shareSyncs`
 * several commits share a sync, and `log` is what makes and closes it.
 */
export async function openDurable(
  directory: string,
  { shareSyncs = false }: { shareSyncs?: boolean | undefined } = {},
): Promise<{ pglite: PGlite; log: LogSync | null }> {
  setUnfinishedAside(directory);
  const isNew = stateOfDirectory(directory) === "new";
  if (isNew) writeFileSync(underWay(directory), "");
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const log = shareSyncs ? new LogSync(directory) : null;
  const pglite = new PGlite({ fs: new DurableNodeFs(directory, log), startParams: durableParameters() });
  try {
    await pglite.waitReady;
  } catch (error) {
    note("error", "database", { message: String(error).slice(0, 300) });
    throw new DatabaseDamaged(directory, "the database cannot read its own files", "");
  }
  if (isNew) {
    await pglite.exec("checkpoint");
    syncTree(directory);
    rmSync(underWay(directory), { force: true });
    syncPath(path.dirname(directory));
  }
  return { pglite, log };
}

/** Stands beside the directory for as long as its database is being made. */
const underWay = (directory: string) => `${directory}.making`;

/** A first start that was cut off has acknowledged nothing: what it left goes aside, and the next one begins anew. */
function setUnfinishedAside(directory: string): void {
  if (!existsSync(underWay(directory))) return;
  if (existsSync(directory)) {
    const aside = `${directory}.unfinished-${Date.now()}`;
    renameSync(directory, aside);
    const message = `A first start was cut off: what it left is in ${aside} and may be deleted.`;
    note("warn", "database", { message });
  }
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
