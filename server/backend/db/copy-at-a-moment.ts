/**
 * A copy of the embedded database's files as of one moment, taken while others work. PostgreSQL's own way of a base backup:
 * between the two calls of the session files may change under the copy, and the log that goes along puts that right when the
 * copy is opened. The session is held for those two calls alone.
 */
import { constants } from "node:fs";
import { copyFile, mkdir, readdir, stat, statfs, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";

/** Left free beside the copy, for what is sold meanwhile. */
const spare = 128 * 1024 * 1024;

/** There is no room for the copy and the archive. */
export class NoRoom extends Error {
  override readonly name = "NoRoom";
}

/** `into` does not exist yet; throws {@link NoRoom} before anything is written where the disk would become full. */
export async function copyAtAMoment(
  pool: pg.Pool,
  directory: string,
  into: string,
  signal: AbortSignal,
): Promise<void> {
  await hasRoom(directory, path.dirname(into));
  await pool.query("select pg_backup_start('console', true)");
  let isOpen = true;
  try {
    await copyTree(directory, into, signal, (name) => name === "pg_wal" || name === "postmaster.pid");
    isOpen = false;
    const { rows } = await pool.query<{ label: string }>("select labelfile as label from pg_backup_stop(false)");
    const label = rows[0]?.label ?? "";
    const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1] ?? "";
    await mkdir(path.join(into, "pg_wal"), { mode: 0o700 });
    for (const name of (await readdir(path.join(directory, "pg_wal"))).sort()) {
      // Those before it are kept to be written over: they say nothing any more.
      if (/^[0-9A-F]{24}$/.test(name) && name >= first) await copyOne(directory, into, path.join("pg_wal", name));
    }
    for (const name of ["archive_status", "summaries"]) {
      await mkdir(path.join(into, "pg_wal", name), { mode: 0o700 });
    }
    await writeFile(path.join(into, "backup_label"), label, { mode: 0o600 });
  } finally {
    if (isOpen) await pool.query("select pg_backup_stop(false)").catch(() => {});
  }
}

async function copyTree(from: string, into: string, signal: AbortSignal, isLeftOut: (name: string) => boolean) {
  await mkdir(into, { mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    signal.throwIfAborted();
    if (isLeftOut(entry.name)) continue;
    if (entry.isDirectory())
      await copyTree(path.join(from, entry.name), path.join(into, entry.name), signal, () => false);
    else if (entry.isFile()) await copyOne(from, into, entry.name);
  }
}

/** One that was deleted since its folder was read is deleted in the copy as well: the log says so. */
async function copyOne(from: string, into: string, name: string): Promise<void> {
  try {
    await copyFile(path.join(from, name), path.join(into, name), constants.COPYFILE_FICLONE);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}

async function hasRoom(directory: string, where: string): Promise<void> {
  let bytes = 0;
  for (const entry of await readdir(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || entry.parentPath.includes(`${path.sep}pg_wal`)) continue;
    bytes += (await stat(path.join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }))).size;
  }
  const { bavail, bsize } = await statfs(where);
  const needed = Math.ceil((bytes * 1.5 + spare) / 1024 / 1024);
  const free = Math.floor((bavail * bsize) / 1024 / 1024);
  if (free < needed) {
    throw new NoRoom(
      `A backup needs ${needed} MB on the disk of ${path.resolve(where)} for a while, and ${free} MB are free. Nothing was saved. Make room, and try again.`,
    );
  }
}
