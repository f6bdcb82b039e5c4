/**
 * Archives that are made by schedule into places of the operator: each is restored into nothing before it counts, and older
 * ones go by a rule that leaves some of every age.
 */

import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { log } from "../../log";
import type { S3Settings } from "../files/s3-requests";
import {
  type ArchivePlace,
  DirectoryPlace,
  type KeptArchive,
  madeAt,
  NoPlace,
  nameAt,
  StorePlace,
} from "./archive-places";
import type { CheckedArchive } from "./check-archive";
import type { Database } from "./database";
import { archiveTo, makeSpool, verifyApart } from "./spool";

export interface SavedArchive extends Pick<CheckedArchive, "counts" | "bytes"> {
  /** Its name in each place. */
  name: string;
  /** Names of those that went. */
  removed: string[];
}

export interface KeptArchives {
  save(now: Date): Promise<SavedArchive>;
}

/** Where the operator wants backups: a directory, a store, both, or neither. */
export interface BackupPlaces {
  directory: DirectoryPlace | null;
  store: StorePlace | null;
}

export function backupPlaces(directory: string | undefined, store: S3Settings | undefined): BackupPlaces {
  return { directory: directory ? new DirectoryPlace(directory) : null, store: store ? new StorePlace(store) : null };
}

export const placesOf = ({ directory, store }: BackupPlaces): ArchivePlace[] =>
  [directory, store].filter((place) => place !== null);

/** Of what the product saves before it takes something away, below the data directory: none goes by itself. */
export function ownArchives(database: Database, dataDir: string): KeptArchives {
  const folder = path.join(dataDir, "archives");
  return {
    async save(now) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const name = nameAt(now);
      const file = path.join(folder, name);
      const { counts, bytes } = await madeAndVerified(database, file);
      return { name: path.join("archives", name), counts, bytes, removed: [] };
    },
  };
}

/** Beside its name until it has been restored into nothing; then there, and on the disk. */
async function madeAndVerified(database: Database, file: string): Promise<Pick<CheckedArchive, "counts" | "bytes">> {
  const partial = `${file}.partial`;
  rmSync(partial, { force: true });
  try {
    await archiveTo(database, partial);
    const { counts, bytes } = await verifyApart(partial);
    sync(partial);
    renameSync(partial, file);
    sync(path.dirname(file));
    return { counts, bytes };
  } finally {
    rmSync(partial, { force: true });
  }
}

/** Null where nothing is to be saved by schedule. `dataDir`: where one lies on its way to a store alone. */
export function keptArchives(database: Database, places: BackupPlaces, dataDir: string): KeptArchives | null {
  const { directory, store } = places;
  if (!directory && !store) return null;
  return {
    async save(now) {
      if (directory && !existsSync(directory.directory)) throw new NoPlace(directory.directory);
      const spool = directory ? null : makeSpool(dataDir);
      const folder = directory?.directory ?? spool?.folder ?? dataDir;
      const name = nameAt(now);
      const file = path.join(folder, name);
      try {
        const { counts, bytes } = await madeAndVerified(database, file);
        await store?.take(name, file);
        const removed = new Set<string>();
        for (const place of placesOf(places)) for (const one of await removeOld(place)) removed.add(one);
        return { name, counts, bytes, removed: [...removed] };
      } finally {
        await spool?.remove();
      }
    },
  };
}

function sync(target: string): void {
  const descriptor = openSync(target, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The newest of all places; null where none is. */
export async function lastArchive(places: BackupPlaces): Promise<KeptArchive | null> {
  const lists = await Promise.all(placesOf(places).map((place) => place.list().catch(() => [])));
  const [newest] = lists.flat().sort((one, other) => other.at.getTime() - one.at.getTime());
  return newest ?? null;
}

const kept = { days: 7, weeks: 4, months: 12 };
const dayLong = 86_400_000;

/**
 * Those that may go: of each of the last 7 days, 4 weeks and 12 months that have any the newest one stays. Ages are counted by
 * the archives that are there, so that a machine that stood still for a year loses none at its next backup.
 */
export function toRemove(names: readonly string[]): string[] {
  const all = names
    .flatMap((name) => {
      const at = madeAt(name);
      return at ? [{ name, at }] : [];
    })
    .sort((one, other) => other.at.getTime() - one.at.getTime());
  const stays = new Set<string>();
  const keep = (count: number, periodOf: (at: Date) => string) => {
    const periods = new Set<string>();
    for (const { name, at } of all) {
      const period = periodOf(at);
      if (periods.has(period)) continue;
      if (periods.size === count) return;
      periods.add(period);
      stays.add(name);
    }
  };
  keep(kept.days, (at) => at.toISOString().slice(0, 10));
  // Weeks begin on Monday: the first day of 1970 was a Thursday.
  keep(kept.weeks, (at) => String(Math.floor((at.getTime() / dayLong + 3) / 7)));
  keep(kept.months, (at) => at.toISOString().slice(0, 7));
  return all.map(({ name }) => name).filter((name) => !stays.has(name));
}

async function removeOld(place: ArchivePlace): Promise<string[]> {
  const old = toRemove((await place.list()).map(({ name }) => name));
  for (const name of old) await place.remove(name);
  return old;
}

/** A backup a night, and some hours for it. */
const lateAfter = 26 * 3_600_000;
const lookEvery = 3_600_000;

/** For a page that says it in its own words: a place cannot be looked at, or has none of the last night. */
export async function stateOfBackups(places: BackupPlaces, now: Date): Promise<"" | "place" | "late"> {
  const lists = await Promise.all(placesOf(places).map((place) => place.list().catch(() => null)));
  if (lists.includes(null)) return "place";
  return lists.some((archives) => isLate(archives?.[0], now)) ? "late" : "";
}

const isLate = (last: KeptArchive | undefined, now: Date) => !last || now.getTime() - last.at.getTime() > lateAfter;

/** What is wrong with the backups of one of the places, in a sentence; null where nothing is. */
export async function backupProblem(places: BackupPlaces, now: Date): Promise<string | null> {
  for (const place of placesOf(places)) {
    const problem = await problemOf(place, now);
    if (problem) return problem;
  }
  return null;
}

async function problemOf(place: ArchivePlace, now: Date): Promise<string | null> {
  let archives: KeptArchive[];
  try {
    archives = await place.list();
  } catch (error) {
    if (error instanceof NoPlace) return error.message;
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : "no answer";
    return `the backups in ${place.shown} cannot be looked at (${why}): look at its keys, and whether it answers`;
  }
  const [last] = archives;
  if (!last) return `there is no backup in ${place.shown} yet: run the task "Backup", or npm run db:backup`;
  if (!isLate(last, now)) return null;
  const age = now.getTime() - last.at.getTime();
  return `the last backup in ${place.shown} is ${Math.floor(age / 3_600_000)} hours old (${last.name}): look at the task "Backup" for what it says`;
}

/** Says it in the log every hour for as long as it is so; the answer stops it. The first look comes after a night. */
export function watchBackups(places: BackupPlaces, started = Date.now()): () => void {
  if (placesOf(places).length === 0) return () => {};
  const look = async () => {
    // A new system has had no night yet.
    if (Date.now() - started < lateAfter && (await lastArchive(places)) === null) return;
    const message = await backupProblem(places, new Date());
    if (message) log("error", "backup", { message });
  };
  const timer = setInterval(() => void look(), lookEvery);
  timer.unref();
  return () => clearInterval(timer);
}
