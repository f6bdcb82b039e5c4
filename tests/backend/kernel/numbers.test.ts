import { afterAll, beforeAll, expect, test } from "vitest";
import { nextNumber, nextSequence } from "~server/backend/kernel/numbers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("4001");
});
afterAll(() => backend.close());

const take = (kind: string, { corp = "0001", now = new Date("2026-11-20T15:59:59Z") } = {}) =>
  backend.database.tenant(corp, (db) => nextNumber({ db, now }, kind));

test("numbers count up by corp, kind and business day, which turns at midnight in Shanghai", async () => {
  expect(await take("OD")).toBe("OD20261120000001");
  expect(await take("OD")).toBe("OD20261120000002");
  expect(await take("RF")).toBe("RF20261120000001");
  expect(await take("OD", { corp: "4001" })).toBe("OD20261120000001");
  expect(await take("OD", { now: new Date("2026-11-20T16:00:00Z") })).toBe("OD20261121000001");
});

test("taken at once, none comes twice and none is left out", async () => {
  const taken = await race(backend, 30, () => take("AT"));
  expect(taken.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `AT20261120${String(n + 1).padStart(6, "0")}`));
});

test("several at once, and none where the transaction fails", async () => {
  const several = (count: number) => backend.database.tenant("0001", (db) => nextSequence({ db }, "TK", "2026", count));
  expect(await several(5)).toBe(1);
  const failing = backend.database.tenant("0001", async (db) => {
    await nextSequence({ db }, "TK", "2026", 3);
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  expect(await several(1)).toBe(6);
});
