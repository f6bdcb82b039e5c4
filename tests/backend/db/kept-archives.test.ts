/** Backups by schedule: saved, restored into nothing, kept by a rule, and told of when they are late. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { job } from "~/contract/platform/job-list";
import { backupPlaces, backupProblem, keptArchives, lastArchive, toRemove } from "~server/backend/db/kept-archives";
import { backupKind } from "~server/backend/jobs/backup-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

const nameOf = (day: string, hour = "03") => `scenic-console-${day}T${hour}1000Z.archive`;
/** A night's archive for so many days up to one. */
function nights(count: number, last: string): string[] {
  const end = Date.parse(`${last}T00:00:00Z`);
  return Array.from({ length: count }, (_, back) =>
    nameOf(new Date(end - back * 86_400_000).toISOString().slice(0, 10)),
  );
}

describe("what is kept", () => {
  test("of 400 nights those of 7 days, 4 weeks and 12 months stay, the newest of each", () => {
    const all = nights(400, "2026-11-22");
    const gone = new Set(toRemove(all));
    const stays = all.filter((name) => !gone.has(name));
    expect(stays.slice(0, 7)).toEqual(nights(7, "2026-11-22"));
    // The weeks before the one of the last days end on Sundays; each month has its last night.
    expect(stays).toContain(nameOf("2026-11-15"));
    expect(stays).toContain(nameOf("2026-11-01"));
    expect(stays).not.toContain(nameOf("2026-10-25"));
    for (const end of ["2026-10-31", "2026-09-30", "2026-02-28", "2025-12-31"]) expect(stays).toContain(nameOf(end));
    expect(stays).not.toContain(nameOf("2025-11-30"));
    expect(stays.length).toBeLessThanOrEqual(23);
    // Once more it removes nothing.
    expect(toRemove(stays)).toEqual([]);
  });

  test("night by night it comes to the same", () => {
    let there: string[] = [];
    for (const name of nights(400, "2026-11-22").reverse()) {
      there.push(name);
      const gone = new Set(toRemove(there));
      expect(gone.has(name)).toBe(false);
      there = there.filter((one) => !gone.has(one));
    }
    expect(there).toHaveLength(new Set([...there]).size);
    expect(there).toContain(nameOf("2025-12-31"));
    expect(there).toContain(nameOf("2026-06-30"));
  });

  test("after a year of rest the old ones stay, and what is named otherwise is not ours", () => {
    expect(toRemove([nameOf("2024-01-05"), nameOf("2026-11-22")])).toEqual([]);
    expect(toRemove(["before.archive", "notes.txt", `${nameOf("2020-01-01")}.partial`])).toEqual([]);
    expect(toRemove([nameOf("2026-11-22", "03"), nameOf("2026-11-22", "15")])).toEqual([nameOf("2026-11-22", "03")]);
  });
});

describe("the nightly job", () => {
  let backend: TestBackend;
  let directory: string;
  beforeAll(async () => {
    backend = await openTestBackend();
    const park = await createPark(backend);
    await park.sell();
  });
  afterAll(() => backend.close());
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const night = async (place: string, now = new Date("2026-11-22T19:10:00Z")) => {
    const archives = keptArchives(backend.database, backupPlaces(place, undefined), tmpdir());
    await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "backup", maxAttempts: 1 }));
    await createWorker({ database: backend.database, kinds: [backupKind], archives, now: () => now }).drain();
    const { records } = (await backend.call(job.methods.list, { filters: { kind: "backup" } })).data;
    return records[0];
  };

  test("of a directory that is not there it says so, and makes none; without a setting it says that, too", async () => {
    directory = path.join(tmpdir(), `console-kept-none-${process.pid}`);
    expect(await night(directory)).toMatchObject({ state: "failed", error: expect.stringContaining(directory) });
    expect(await lastArchive(backupPlaces(directory, undefined))).toBeNull();
    expect(await night("")).toMatchObject({ state: "done", outcome: expect.stringContaining("BACKUP_DIR") });
  });

  test("late is told: none yet, one of yesterday's night, no directory", async () => {
    directory = mkdtempSync(path.join(tmpdir(), "console-kept-"));
    const now = new Date("2026-11-22T10:00:00Z");
    const problem = (place: string) => backupProblem(backupPlaces(place, undefined), now);
    expect(await problem(directory)).toContain("no backup");
    writeFileSync(path.join(directory, nameOf("2026-11-21")), "x");
    expect(await problem(directory)).toContain("30 hours old");
    copyFileSync(path.join(directory, nameOf("2026-11-21")), path.join(directory, nameOf("2026-11-22")));
    expect(await problem(directory)).toBeNull();
    expect(await problem(`${directory}-else`)).toContain("is not there");
  });
});
