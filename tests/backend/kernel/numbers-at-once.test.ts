/** Numbers for a crowd: nobody gets another's, and nobody is sent back because the numbers are only just being drawn. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sellTickets } from "~/contract/ticket/sale";
import { NumberBlocks, NumbersRunOut } from "~server/backend/kernel/numbers";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const period = "20261120";

async function drawn(blocks: NumberBlocks, kind: string, callers: number): Promise<number> {
  const reserved = new Map<string, number[]>();
  for (;;) {
    try {
      return blocks.forAttempt("0001", reserved).take(kind, period, 1);
    } catch (error) {
      if (!(error instanceof NumbersRunOut)) throw error;
      await blocks.reserve("0001", error.wanted, reserved, { callers });
    }
  }
}

const doubled = (numbers: number[]) => numbers.length - new Set(numbers).size;

test("of four processes that draw at once none gets a number of another", async () => {
  const processes = Array.from({ length: 4 }, () => new NumberBlocks(backend.database));
  const taken = await race(backend, 40, (person) => drawn(processes[person % 4] as NumberBlocks, "AO", 1));
  expect(doubled(taken)).toBe(0);
});

test.runIf(raceIsReal)("the control: a counter that is read and then written gives numbers twice", async () => {
  await backend.sql("insert into counter (corp_code, kind, period, value) values ('0001', 'CT', $1, 0)", [period]);
  const where = "corp_code = '0001' and kind = 'CT'";
  const all = meeting(10);
  const taken = await race(backend, 10, async () => {
    const [row] = await backend.sql<{ value: number }>(`select value from counter where ${where}`);
    await all();
    const next = (row?.value ?? 0) + 1;
    await backend.sql(`update counter set value = $1 where ${where}`, [next]);
    return next;
  });
  expect(doubled(taken)).toBeGreaterThan(0);
});

test("a draw serves all who are under way: 150 of a cold morning draw once", async () => {
  const blocks = new NumberBlocks(backend.database);
  const entered = vi.spyOn(backend.database, "system");
  const taken = await Promise.all(Array.from({ length: 150 }, () => drawn(blocks, "HD", 150)));
  const draws = entered.mock.calls.length;
  entered.mockRestore();
  expect([doubled(taken), draws]).toEqual([0, 1]);
});

test("150 sales of a cold morning: no more are rolled back than are in the database at once", {
  timeout: 240_000,
}, async () => {
  // Another business day: nothing is in memory.
  backend.setNow(new Date("2026-11-25T10:00:00+08:00"));
  const atOnce = raceIsReal ? 10 : 1;
  const reserving = vi.spyOn(NumberBlocks.prototype, "reserve");
  const sold = await race(backend, 150, () =>
    backend.call(sellTickets, {
      ...saleOf(park.adultId),
      idempotencyKey: fresh("herd"),
      visitDay: "2026-11-25",
    } as never),
  );
  const kinds = reserving.mock.calls.map(([, { kind }]) => kind);
  reserving.mockRestore();
  backend.setNow(null);
  expect(sold.filter(({ success }) => !success)).toEqual([]);
  expect(kinds.length).toBeGreaterThan(0);
  // A sale may take two numbers of a kind, the draw is made for one each.
  for (const kind of new Set(kinds))
    expect(kinds.filter((one) => one === kind).length, kind).toBeLessThanOrEqual(2 * atOnce);
});
