/** Places move between what is set aside for channels and what all share: never those that are sold, and one press once. */
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, it } from "vitest";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { quotaTransfer } from "~/contract/ticket/quota-transfer";
import { sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { type TakeAway, transferWith } from "~server/backend/business/ticket/quota-transfer";
import { allServed } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
let poolId: number;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  const reply = await backend.call(quotaPoolSave, {
    ...{ name: fresh("东区"), ticketTypeIds: [park.adultId], dailyTotal: 10 },
    parts: [{ channel: "network", places: 4 }],
  });
  poolId = reply.data.id;
});
afterEach(() => backend.close());

const wish = (from: string, to: string, quantity: number, more: object = {}) => ({
  ...{ poolId, day: today, slot: "", from, to, quantity, reason: "网络余量用不完", idempotencyKey: randomUUID() },
  ...more,
});
const parts = () => backend.sql("select part, total, sold from quota_day order by part");
const sell = (quantity: number) =>
  backend.call(sellTickets, saleOf(park.adultId, { lines: [{ ticketTypeId: park.adultId, quantity }] }));

it("13 out of the one and into the other, a row of the ledger each, with the reason; what was refused is sold then", async () => {
  expect((await sell(7)).status).toBe(409);
  expect((await backend.call(quotaTransfer, wish("network", "", 3))).status).toBe(200);
  expect((await sell(7)).status).toBe(200);
  expect((await backend.call(quotaTransfer, wish("", "agency", 2))).status).toBe(200);
  expect(await parts()).toEqual([
    { part: "", total: 7, sold: 7 },
    { part: "agency", total: 2, sold: 0 },
    { part: "network", total: 1, sold: 0 },
  ]);
  const rows = await backend.sql(
    "select part, kind, total_change, source from quota_ledger where kind like 'move%' order by id",
  );
  const source = "网络余量用不完";
  expect(rows).toEqual([
    { part: "network", kind: "moveOut", total_change: -3, source },
    { part: "", kind: "moveIn", total_change: 3, source },
    { part: "", kind: "moveOut", total_change: -2, source },
    { part: "agency", kind: "moveIn", total_change: 2, source },
  ]);
  await checkInvariants(backend);
});

it("13 what is sold is not taken away, nor from nowhere to the same, nor on a day that is over, nor without the right", async () => {
  expect((await sell(5)).status).toBe(200);
  const before = await parts();
  const sold = await backend.call(quotaTransfer, wish("", "network", 2));
  expect([sold.status, sold.message]).toEqual([409, "2026-11-20 只有 1 个名额没有售出或占用，不能调出 2 个"]);
  const none = await backend.call(quotaTransfer, wish("agency", "network", 1));
  expect([none.status, none.message]).toEqual([409, "2026-11-20 只有 0 个名额没有售出或占用，不能调出 1 个"]);
  expect((await backend.call(quotaTransfer, wish("network", "network", 1))).errors).toEqual({
    to: ["调出和调入不能相同"],
  });
  expect((await backend.call(quotaTransfer, wish("network", "", 1, { day: "2026-11-19" }))).status).toBe(422);
  expect((await backend.call(quotaTransfer, wish("network", "", 1, { slot: "09:00-10:00" }))).status).toBe(422);
  expect((await backend.call(quotaTransfer, wish("network", "", 1, { reason: "" }))).status).toBe(422);
  const { token } = await backend.createUser({ grants: ["quotaList"] });
  expect((await backend.call(quotaTransfer, wish("network", "", 1), { as: token })).status).toBe(403);
  const stranger = await backend.createCorp("0002");
  expect((await backend.call(quotaTransfer, wish("network", "", 1), { as: stranger })).status).toBe(404);
  expect(await parts()).toEqual(before);
  expect(await backend.sql("select 1 from quota_ledger where kind like 'move%'")).toEqual([]);
  await checkInvariants(backend);
});

it("13 pressed twice with the same key it moves once, at once too", async () => {
  const same = wish("network", "", 2);
  const replies = await race(backend, 4, () => backend.call(quotaTransfer, same));
  expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  expect((await backend.call(quotaTransfer, same)).status).toBe(200);
  expect(await parts()).toMatchObject([{ total: 8 }, { total: 2 }]);
  await checkInvariants(backend);
});

it("13 of two who take the same places away one is refused, either way at once nobody waits for ever", async () => {
  const replies = await race(backend, 2, () => backend.call(quotaTransfer, wish("network", "", 3)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await parts()).toMatchObject([{ total: 9 }, { total: 1 }]);
  const ways = await race(backend, 8, (person) =>
    backend.call(quotaTransfer, person % 2 ? wish("", "network", 1) : wish("network", "", 1)),
  );
  expect(ways.every(({ status }) => status === 200 || status === 409)).toBe(true);
  const [sum] = await backend.sql("select sum(total)::int as total from quota_day");
  expect(sum).toEqual({ total: 10 });
  await checkInvariants(backend);
});

it.runIf(raceIsReal)("control: taken away without the condition, more is sold than there is", async () => {
  expect((await sell(5)).status).toBe(200);
  await backend.sql("alter table quota_day drop constraint quota_day_never_oversold");
  await backend.sql("drop trigger ledger_agrees on quota_day");
  const careless: TakeAway = async (call, account, amount) => {
    await call.db.execute(sql`update quota_day set total = total - ${amount}::int where id = ${account}`);
    return true;
  };
  const served = [...allServed.filter(({ method }) => method !== quotaTransfer), transferWith(careless)];
  const app = createBackend({ database: backend.database, now: () => friday, served });
  const press = () =>
    app.request(defaultPaths.ticket, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
      body: new URLSearchParams(encodePayload({ method: quotaTransfer.name, ...wish("", "network", 1) })).toString(),
    });
  await race(backend, 2, press);
  const [shared] = await backend.sql<{ total: number; sold: number }>(
    "select total, sold from quota_day where part = ''",
  );
  expect(shared?.sold).toBeGreaterThan(shared?.total ?? 0);
});
