/** A night of the scheduled backup: an archive that restores, and the old ones let go. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { job } from "~/contract/platform/job-list";
import { backupPlaces, keptArchives, lastArchive } from "~server/backend/db/kept-archives";
import { verifyArchive } from "~server/backend/db/verify-archive";
import { backupKind } from "~server/backend/jobs/backup-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openTestBackend } from "~tests/support/backend";
import { createPark } from "~tests/support/park";

test("saves an archive that restores, says so, and lets the old ones go", async () => {
  const backend = await openTestBackend();
  const park = await createPark(backend);
  await park.sell();
  const directory = mkdtempSync(path.join(tmpdir(), "console-kept-"));
  for (let back = 1; back <= 30; back += 1) {
    const day = new Date(Date.parse("2026-11-22") - back * 86_400_000).toISOString().slice(0, 10);
    writeFileSync(path.join(directory, `scenic-console-${day}T031000Z.archive`), "an older one");
  }
  writeFileSync(path.join(directory, "notes.txt"), "of mine");
  const now = () => new Date("2026-11-22T19:10:00Z");
  const archives = keptArchives(backend.database, backupPlaces(directory, undefined), tmpdir());
  await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "backup", maxAttempts: 1 }));
  await createWorker({ database: backend.database, kinds: [backupKind], archives, now }).drain();
  const { records } = (await backend.call(job.methods.list, { filters: { kind: "backup" } })).data;
  const name = "scenic-console-2026-11-22T191000Z.archive";
  expect(records[0]).toMatchObject({ state: "done", outcome: expect.stringContaining(name) });
  const { counts } = await verifyArchive(path.join(directory, name));
  expect(counts.orders).toBe(1);
  const left = readdirSync(directory);
  expect(left).toContain("notes.txt");
  expect(left.filter((one) => one.endsWith(".partial"))).toEqual([]);
  expect(left.length).toBeLessThan(20);
  expect((await lastArchive(backupPlaces(directory, undefined)))?.name).toBe(name);
  rmSync(directory, { recursive: true, force: true });
  await backend.close();
}, 240_000);
