/** A whole tenant's life, twenty years later: every declared value is gone, every figure is as it was, and a backup's values go again. */
import { createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { personal } from "~server/backend/business/manifests";
import { backup } from "~server/backend/db/archive";
import { restore } from "~server/backend/db/restore";
import { seedDemo } from "~server/backend/demonstration";
import { eraseKind, eraseKindName } from "~server/backend/jobs/erase-kind";
import { createWorker } from "~server/backend/jobs/worker";
import { enqueue } from "~server/backend/kernel/enqueue";
import { holdsValue } from "~server/backend/kernel/personal-data";
import { aloneOnServer } from "~tests/support/alone-on-server";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";

let next = async () => {};
let backend: TestBackend;
const now = new Date("2026-11-20T14:00:00+08:00");
const later = new Date("2046-11-20T14:00:00+08:00");
const folder = mkdtempSync(path.join(tmpdir(), "console-personal-"));

beforeAll(async () => {
  next = await aloneOnServer();
}, 600_000);
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  backend.setNow(now);
  await seedDemo(backend.database, now);
}, 300_000);
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await backend.close();
  await next();
});

const { schedule: _, ...alone } = eraseKind(personal);
async function night(at: Date): Promise<number> {
  const id = await backend.database.tenant("0001", (tx) => enqueue(tx, { kind: eraseKindName, maxAttempts: 1 }));
  const worker = { database: backend.database, kinds: [alone], secrets: secretsOfTests, now: () => at };
  await createWorker(worker).drain();
  const [job] = await backend.sql<{ state: string; error: string; result: { rows?: number } | null }>(
    "select state, error, result from job where id = $1",
    [id],
  );
  expect([job?.state, job?.error]).toEqual(["done", ""]);
  return job?.result?.rows ?? 0;
}

/** By table: rows that hold a value still, of those that have ended and of those that have not. */
async function held(): Promise<Record<string, [ended: number, open: number]>> {
  const found: Record<string, [number, number]> = {};
  for (const { table, columns, ended = "true" } of personal) {
    const [row] = await backend.sql<{ ended: number; open: number }>(
      `select count(*) filter (where ${ended})::int as ended, count(*) filter (where not (${ended}))::int as open
       from ${table} where corp_code = '0001' and (${holdsValue(columns)})`,
    );
    found[table] = [row?.ended ?? 0, row?.open ?? 0];
  }
  return found;
}
const figures = () =>
  backend.sql(`
    select (select sum(paid) from orders) as paid, (select sum(used) from ticket) as used,
           (select count(*) from season_card) as cards, (select sum(principal) from stored_card) as principal,
           (select sum(paid) from parking_record) as parking, (select count(*) from payment) as payments
  `);

test("what has ended is taken, what has not stays; ledgers and invariants hold; after a restore it is taken again", async () => {
  const archive = path.join(folder, "before.archive");
  await backup(backend.database, createWriteStream(archive));
  const [before, money] = [await held(), await figures()];
  const filled = Object.entries(before).filter(([, [ended]]) => ended > 0);
  expect(filled.length).toBeGreaterThan(3);
  expect(await night(now)).toBe(0);
  const taken = await night(later);
  expect(taken).toBeGreaterThan(0);
  const after = await held();
  for (const [table, [, open]] of Object.entries(before)) expect([table, after[table]?.[1]]).toEqual([table, open]);
  expect(Object.fromEntries(Object.entries(after).map(([table, [ended]]) => [table, ended]))).toEqual(
    Object.fromEntries(Object.keys(before).map((table) => [table, 0])),
  );
  expect(await figures()).toEqual(money);
  await checkInvariants(backend);
  expect(await night(later)).toBe(0);

  await restore(backend.database, archive, { force: true });
  expect(await held()).toEqual(before);
  expect(await night(later)).toBe(taken);
  expect(await held()).toEqual(after);
}, 300_000);
