/**
 * One owner a data directory. PGlite takes no lock, and two processes on one directory silently lose acknowledged rows.
 * The lock is a file that names its holder; it counts only while that very process lives.
 */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Holder {
  pid: number;
  /** What tells this process from a later one with the same number. */
  birth: string;
  since: string;
}

export class DirectoryHeld extends Error {
  override readonly name = "DirectoryHeld";
  constructor(
    readonly directory: string,
    readonly holder: Holder,
  ) {
    super(`The data directory ${directory} is in use by process ${holder.pid}, since ${holder.since}. Stop it first.`);
  }
}

/** Takes the lock or throws {@link DirectoryHeld}; the answer gives it back. */
export function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = path.join(directory, "owner.lock");
  const mine: Holder = { pid: process.pid, birth: birthOf(process.pid), since: new Date().toISOString() };
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  writeFileSync(draft, JSON.stringify(mine));
  try {
    for (;;) {
      if (linked(draft, file)) return () => release(file, mine);
      const text = readOrNull(file);
      if (text === null) continue;
      const holder = parseHolder(text);
      if (holder && isAlive(holder)) throw new DirectoryHeld(directory, holder);
      takeAway(file, text);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/** A hard link is made or fails as one step, on every file system that has them. */
function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Removes a dead holder's file, and only that: should another have taken the lock meanwhile, its file is put back. */
function takeAway(file: string, expected: string): void {
  const aside = `${file}.stale.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return;
    throw error;
  }
  if (readOrNull(aside) !== expected) linked(aside, file);
  rmSync(aside, { force: true });
}

function release(file: string, mine: Holder): void {
  if (readOrNull(file) === JSON.stringify(mine)) rmSync(file, { force: true });
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (isCode(error, "ESRCH")) return false;
  }
  return birthOf(holder.pid) === holder.birth;
}

/** Boot and start tick on Linux; elsewhere the number alone has to do. */
function birthOf(pid: number): string {
  const stat = readOrNull(`/proc/${pid}/stat`);
  if (stat === null) return "";
  const boot = readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  return `${boot}/${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
}

function parseHolder(text: string): Holder | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && "pid" in value && "birth" in value && "since" in value) {
      return { pid: Number(value.pid), birth: String(value.birth), since: String(value.since) };
    }
  } catch {
    // A file cut short by a power cut has no holder.
  }
  return null;
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
