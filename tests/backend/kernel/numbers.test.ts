import { afterAll, beforeAll, expect, test } from "vitest";
import {
  NumberBlocks,
  NumbersRunOut,
  nextNumber,
  numberWithoutGap,
  sequenceWithoutGap,
} from "~server/backend/kernel/numbers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("4001");
});
afterAll(() => backend.close());

const day = new Date("2026-11-20T15:59:59Z");
const take = (kind: string, { corp = "0001", now = day } = {}) =>
  backend.database.tenant(corp, (db) => numberWithoutGap({ db, now }, kind));

test("numbers count up by corp, kind and business day, which turns at midnight in Shanghai", async () => {
  expect(await take("IN")).toBe("IN20261120000001");
  expect(await take("IN")).toBe("IN20261120000002");
  expect(await take("RD")).toBe("RD20261120000001");
  expect(await take("IN", { corp: "4001" })).toBe("IN20261120000001");
  expect(await take("IN", { now: new Date("2026-11-20T16:00:00Z") })).toBe("IN20261121000001");
});

test("taken at once without a gap, none comes twice and none is left out", async () => {
  const taken = await race(backend, 30, () => take("AT"));
  expect(taken.toSorted()).toEqual(Array.from({ length: 30 }, (_, n) => `AT20261120${String(n + 1).padStart(6, "0")}`));
});

test("several at once, and none where the transaction fails", async () => {
  const several = (count: number) =>
    backend.database.tenant("0001", (db) => sequenceWithoutGap({ db }, "TK", "2026", count));
  expect(await several(5)).toBe(1);
  const failing = backend.database.tenant("0001", async (db) => {
    await sequenceWithoutGap({ db }, "TK", "2026", 3);
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  expect(await several(1)).toBe(6);
});

/** As a call does it: from memory, else begin anew with what was drawn for it. */
async function drawn(blocks: NumberBlocks, kind: string, count = 1, corp = "0001"): Promise<number> {
  const reserved = new Map<string, number[]>();
  for (;;) {
    try {
      return blocks.forAttempt(corp, reserved).take(kind, "20261120", count);
    } catch (error) {
      if (!(error instanceof NumbersRunOut)) throw error;
      await blocks.reserve(corp, error.wanted, reserved);
    }
  }
}

test("two processes draw blocks of their own: no number comes twice, whoever asks at once", async () => {
  const [one, other] = [new NumberBlocks(backend.database), new NumberBlocks(backend.database)];
  const taken = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      drawn(n % 2 === 0 ? one : other, "BL", n % 7 === 0 ? 3 : 1).then((first) => ({ first, n })),
    ),
  );
  const all = taken.flatMap(({ first, n }) => (n % 7 === 0 ? [first, first + 1, first + 2] : [first]));
  expect(new Set(all).size).toBe(all.length);
});

test("a block of one corp, kind and day is not another's", async () => {
  const blocks = new NumberBlocks(backend.database);
  expect(await drawn(blocks, "CP")).toBe(1);
  expect(await drawn(blocks, "CP")).toBe(2);
  expect(await drawn(blocks, "CP", 1, "4001")).toBe(1);
  // More than a block holds is drawn in one piece.
  expect(await drawn(blocks, "CP", 1_000)).toBe(9);
});

test("a number goes on after those of the version before, which took them one by one from the same counter", async () => {
  await backend.sql("insert into counter (corp_code, kind, period, value) values ('0001', 'OD', '20261120', 41)");
  const blocks = new NumberBlocks(backend.database);
  const reserved = new Map<string, number[]>();
  await blocks.reserve("0001", { kind: "OD", period: "20261120", count: 1 }, reserved);
  expect(nextNumber({ numbers: blocks.forAttempt("0001", reserved), now: day }, "OD")).toBe("OD20261120000042");
});
