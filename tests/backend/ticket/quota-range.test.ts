/** Totals over a range: told before, all or none, and never below what is sold, whoever sells at the same moment. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { quotaPoolSave, quotaRangeLook, quotaRangeSave } from "~/contract/ticket/quota";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let poolId: number;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const pool = { name: fresh("东区"), ticketTypeIds: [park.adultId], dailyTotal: 10 };
  poolId = (await backend.call(quotaPoolSave, pool)).data.id;
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

/** 2026-11-20 is a Friday. */
const range = (fields: Record<string, unknown> = {}) => ({
  ...{ poolId, from: today, to: "2026-11-29", weekdays: "TTTTTTT", slots: [], total: 5 },
  ...fields,
});
const days = () =>
  backend.sql<{ day: string; total: number }>("select day::text as day, total from quota_day order by day");

it("says what would change and changes nothing; then sets the weekdays of the range alone", async () => {
  await park.sell();
  const weekend = range({ weekdays: "FFFFTFT" });
  expect((await backend.call(quotaRangeLook, weekend)).data).toMatchObject({
    ...{ touched: 4, changed: 4, taken: 2, below: [] },
    ...{ orders: 1, tickets: 2, named: [{ visitDay: today, tickets: 2 }] },
  });
  // Of days that it leaves alone nothing is told.
  const others = range({ weekdays: "TTTTFTT" });
  expect((await backend.call(quotaRangeLook, others)).data).toMatchObject({ orders: 0, tickets: 0, amount: 0 });
  expect(await days()).toEqual([{ day: today, total: 10 }]);
  expect((await backend.call(quotaRangeSave, weekend)).data).toEqual({ changed: 4 });
  expect(await days()).toEqual(
    ["2026-11-20", "2026-11-22", "2026-11-27", "2026-11-29"].map((day) => ({ day, total: 5 })),
  );
  // A second press changes nothing more.
  expect((await backend.call(quotaRangeSave, weekend)).data).toEqual({ changed: 0 });
});

it("days that are chosen one by one are set alone; one outside of the range is refused", async () => {
  const chosen = range({ days: ["2026-11-24", "2026-11-21", "2026-11-24"] });
  expect((await backend.call(quotaRangeLook, chosen)).data).toMatchObject({ touched: 2, changed: 2 });
  expect((await backend.call(quotaRangeSave, chosen)).data).toEqual({ changed: 2 });
  expect(await days()).toEqual(["2026-11-21", "2026-11-24"].map((day) => ({ day, total: 5 })));
  const outside = await backend.call(quotaRangeSave, range({ days: ["2026-12-01"] }));
  expect([outside.status, Object.keys(outside.errors ?? {})]).toEqual([422, ["days"]]);
});

it("one day below what is sold keeps all as they are, and is named", async () => {
  await park.sell(
    saleOf(park.adultId, { visitDay: "2026-11-22", lines: [{ ticketTypeId: park.adultId, quantity: 3 }] }),
  );
  const looked = (await backend.call(quotaRangeLook, range({ total: 2 }))).data;
  expect(looked.below).toEqual([{ day: "2026-11-22", slot: "", aside: 0, taken: 3 }]);
  const refused = await backend.call(quotaRangeSave, range({ total: 2 }));
  expect([refused.status, refused.message]).toEqual([409, "2026-11-22 已售和占用共 3，超过 2；未作任何修改"]);
  expect(await days()).toEqual([{ day: "2026-11-22", total: 10 }]);
});

it("nonsense, yesterday, another tenant and a missing right are refused", async () => {
  const status = async (fields: Record<string, unknown>, as?: string) =>
    (await backend.call(quotaRangeSave, range(fields), as ? { as } : {})).status;
  expect(await status({ from: "2026-11-19" })).toBe(422);
  expect(await status({ to: "2026-11-19" })).toBe(422);
  expect(await status({ to: "9999-12-31" })).toBe(422);
  expect(await status({ weekdays: "FFFFFFF", to: "9999-12-31" })).toBe(422);
  expect(await status({ slots: ["09:00-10:00"] })).toBe(422);
  expect(await status({}, await backend.createCorp("3001"))).toBe(404);
  const { token } = await backend.createUser({ grants: ["quotaList"] });
  expect(await status({}, token)).toBe(403);
  expect(await days()).toEqual([]);
});

it("sales and two settings at once: no day ends below what is sold", async () => {
  const sale = () => saleOf(park.adultId, { visitDay: "2026-11-23" });
  const all = await race(backend, 9, async (person) => {
    if (person % 3 === 0) return (await backend.call(quotaRangeSave, range({ total: 4 + person }))).status;
    return (await backend.call(sellTickets, { ...sale(), idempotencyKey: fresh("sale") })).status;
  });
  expect(all.every((status) => status === 200 || status === 409)).toBe(true);
  const [day] = await backend.sql<{ sold: number; total: number }>(
    "select sold, total from quota_day where day = '2026-11-23'",
  );
  const sold = all.filter((status, person) => person % 3 !== 0 && status === 200).length * 2;
  expect(day?.sold).toBe(sold);
  expect(sold).toBeLessThanOrEqual(day?.total ?? 0);
});
