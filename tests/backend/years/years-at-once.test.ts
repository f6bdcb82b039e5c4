/** Two who close a year at once, and one who still writes into it while it is being closed. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeYear } from "~/contract/years/year";
import { type Advance, advance } from "~server/backend/business/years/close";
import { yearsServed } from "~server/backend/business/years/served";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds, allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh } from "~tests/support/park";
import { meeting, race, raceIsReal } from "~tests/support/race";

const january = new Date("2027-01-05T10:00:00+08:00");
let backend: TestBackend;
async function open(served?: Parameters<typeof openTestBackend>[0]) {
  backend = await openTestBackend(served);
  const park = await createPark(backend);
  await park.sell();
  backend.setNow(january);
}
beforeEach(() => open());
afterEach(() => backend.close());

const close = () =>
  backend.call(closeYear, { year: "2026", reason: "年终结账", idempotencyKey: fresh("year") } as never);
const work = () => createWorker({ database: backend.database, kinds: allKinds, now: () => january }).drain();

test("of two who close a year at once one does, and the other is told", async () => {
  const both = await race(backend, 2, close);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await backend.sql("select year from closed_year")).toEqual([{ year: "2026" }]);
  expect(await backend.sql("select count(*)::int as n from job where kind = 'closeYear'")).toEqual([{ n: 1 }]);
});

test.runIf(raceIsReal)("the control: without the condition and the index it is closed twice", async () => {
  const both = meeting(2);
  const always: Advance = async (db, from, until) => {
    await both();
    await advance(db, from, until);
    return true;
  };
  await backend.close();
  await open({ served: [...allServed, ...yearsServed(always)] });
  await backend.sql("drop index closed_year_of");
  const all = await race(backend, 2, close);
  expect(all.map(({ status }) => status)).toEqual([200, 200]);
  expect(await backend.sql("select year from closed_year")).toEqual([{ year: "2026" }, { year: "2026" }]);
});

test.runIf(raceIsReal)(
  "what was being written when the year was closed is waited for, and is in its sums",
  async () => {
    const client = await backend.database.pool.connect();
    try {
      await client.query("begin");
      await client.query(
        `insert into print_log (corp_code, at, order_id, ticket_id, account_id, account_name)
       select corp_code, '2026-12-31T23:59:59+08:00', order_id, id, 1, '管理员' from ticket limit 1`,
      );
      expect((await close()).message).toBe("");
      const working = work();
      await new Promise((resolve) => setTimeout(resolve, 700));
      expect(await backend.sql("select from closed_year_part")).toEqual([]);
      await client.query("commit");
      await working;
    } finally {
      client.release();
    }
    expect(await backend.sql("select rows from closed_year_part where kind = 'print_log' and month = 12")).toEqual([
      { rows: 1 },
    ]);
    expect(await backend.sql("select status from closed_year")).toEqual([{ status: "closed" }]);
  },
);
