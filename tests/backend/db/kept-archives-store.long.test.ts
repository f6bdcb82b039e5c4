/** Backups by schedule into a bucket of an S3-compatible store, alone and beside a directory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { job } from "~/contract/platform/job-list";
import { backupPlaces, backupProblem, keptArchives, lastArchive } from "~server/backend/db/kept-archives";
import { verifyArchive } from "~server/backend/db/verify-archive";
import { backupKind } from "~server/backend/jobs/backup-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { type BucketDouble, openBucket } from "~tests/support/bucket";
import { createPark } from "~tests/support/park";

let backend: TestBackend;
let bucket: BucketDouble;
let directory: string;
beforeAll(async () => {
  backend = await openTestBackend();
  bucket = await openBucket();
  await (await createPark(backend)).sell();
});
afterAll(() => Promise.all([backend.close(), bucket.close()]));
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "console-kept-"));
  bucket.files.clear();
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const store = () => ({ endpoint: bucket.endpoint, bucket: "backups", region: "eu", accessKey: "a", secretKey: "b" });
const places = () => backupPlaces("", store());

async function night(place: string, into: ReturnType<typeof store>) {
  const archives = keptArchives(backend.database, backupPlaces(place, into), tmpdir());
  await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: "backup", maxAttempts: 1 }));
  const now = () => new Date("2026-11-22T19:10:00Z");
  await createWorker({ database: backend.database, kinds: [backupKind], archives, now }).drain();
  return (await backend.call(job.methods.list, { filters: { kind: "backup" } })).data.records[0];
}

/** A night's archive for so many days up to one. */
function nights(count: number, last: string): string[] {
  const day = (back: number) =>
    new Date(Date.parse(`${last}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: count }, (_, back) => `scenic-console-${day(back)}T031000Z.archive`);
}

test("alone: saved, fetched back, restorable; those that the rule lets go are gone, and what is not ours stays", async () => {
  for (const name of nights(30, "2026-11-21")) bucket.files.set(name, Buffer.from("an older one"));
  bucket.files.set("scenic-console-notes.txt", Buffer.from("of mine"));
  expect(await night("", store())).toMatchObject({ state: "done" });
  const name = "scenic-console-2026-11-22T191000Z.archive";
  expect((await lastArchive(places()))?.name).toBe(name);
  writeFileSync(path.join(directory, name), bucket.files.get(name) ?? "");
  expect((await verifyArchive(path.join(directory, name))).counts.orders).toBe(1);
  expect(bucket.files.has("scenic-console-notes.txt")).toBe(true);
  expect(bucket.files.size).toBeLessThan(21);
  expect(readdirSync(tmpdir()).filter((one) => one.startsWith(`spool-${process.pid}-`))).toEqual([]);
  expect(await backupProblem(places(), new Date("2026-11-23T19:00:00Z"))).toBeNull();
  expect(await backupProblem(places(), new Date("2026-11-24T19:00:00Z"))).toContain("hours old");
}, 240_000);

test("beside a directory: both have the same bytes", async () => {
  expect(await night(directory, store())).toMatchObject({ state: "done" });
  const [name = ""] = readdirSync(directory);
  expect(readFileSync(path.join(directory, name)).equals(bucket.files.get(name) ?? Buffer.alloc(0))).toBe(true);
}, 240_000);

test("one that cuts what it takes, or takes nothing, fails the job in a sentence and is told of", async () => {
  bucket.spoil((bytes) => bytes.subarray(0, -1));
  expect(await night("", store())).toMatchObject({
    state: "failed",
    error: expect.stringMatching(/存储|store/),
  });
  expect(bucket.files.size).toBe(0);
  bucket.spoil(() => null);
  expect(await night("", store())).toMatchObject({ state: "failed" });
  expect(await backupProblem(places(), new Date())).toContain("cannot be looked at");
  bucket.spoil(null);
  expect(await backupProblem(places(), new Date())).toContain("no backup");
}, 240_000);
