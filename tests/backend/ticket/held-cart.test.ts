/** Carts set aside: the seller's own, once, for the day, without a price or a place of their own. */
import { afterEach, beforeEach, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { schedule } from "~/contract/platform/schedule";
import { fetchCart, holdCart, maxHeldCarts } from "~/contract/ticket/held-cart";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { getCounter, quoteSale } from "~/contract/ticket/sale";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";

let backend: TestBackend;
let park: TestPark;
beforeEach(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});

type Cart = PayloadOf<typeof holdCart>["cart"];
const asSeller = (as?: string) => (as === undefined ? {} : { as });
const hold = (fields: Partial<Cart> = {}, as?: string, idempotencyKey = fresh("hold")) => {
  const cart = { visitDay: today, lines: [{ ticketTypeId: park.adultId, quantity: 2 }], ...fields };
  return backend.call(holdCart, { idempotencyKey, cart }, asSeller(as));
};
const fetch = (id: number, as?: string, idempotencyKey = fresh("fetch")) =>
  backend.call(fetchCart, { idempotencyKey, id }, asSeller(as));
const held = async (as?: string) => (await backend.call(getCounter, {}, asSeller(as))).data.held;

it("comes back once with all that was typed, half a visitor included", async () => {
  const visitors = [{ name: "王小明", document: "" as const, country: "", identity: "1101" }];
  const proofs = [{ concessionId: 7, seen: 2 }];
  const made = await hold({ contactName: "李", visitors, proofs, remark: "等朋友" });
  expect(made.data.number).toBe(1);
  expect(await held()).toMatchObject([{ number: 1, contactName: "李", quantity: 2, payable: 16_000, at: "10:00" }]);
  const back = await fetch(made.data.id);
  expect(back.data.cart).toMatchObject({ contactName: "李", remark: "等朋友", visitors, proofs });
  expect(await held()).toEqual([]);
  expect((await fetch(made.data.id)).status).toBe(404);
});

it("a second press sets nothing aside again, and an answer that was lost is given again", async () => {
  const key = fresh("hold");
  const first = await hold({}, undefined, key);
  expect((await hold({}, undefined, key)).data).toEqual(first.data);
  expect(await held()).toHaveLength(1);
  const again = fresh("fetch");
  const back = await fetch(first.data.id, undefined, again);
  expect((await fetch(first.data.id, undefined, again)).data).toEqual(back.data);
});

it("keeps no place and no price: another may buy the last, and what it costs by then is asked anew", async () => {
  const pool = { name: fresh("pool"), ticketTypeIds: [park.adultId], dailyTotal: 2 };
  await backend.call(quotaPoolSave, pool as never);
  const { data } = await hold();
  await park.sell();
  expect(await backend.sql("select held, sold from quota_day")).toEqual([{ held: 0, sold: 2 }]);
  await backend.sql("update ticket_type set list_price = 9000 where id = $1", [park.adultId]);
  const { head, cart } = (await fetch(data.id)).data;
  const { visitDay, lines } = cart;
  const quoted = (await backend.call(quoteSale, { visitDay, lines })).data;
  expect([head.payable, quoted.payable]).toEqual([16_000, 18_000]);
  expect(quoted.whyNot).not.toBe("");
});

it("is nobody else's: another seller, another tenant, a seller without the right", async () => {
  const { data } = await hold();
  const { token: seller } = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
  expect(await held(seller)).toEqual([]);
  expect((await fetch(data.id, seller)).status).toBe(404);
  const { token: looker } = await backend.createUser({ grants: ["buyTktList"] });
  const tenant = await backend.createCorp("3001");
  expect((await fetch(data.id, tenant)).status).toBe(404);
  expect((await hold({}, looker)).status).toBe(403);
  expect((await fetch(data.id, looker)).status).toBe(403);
  expect((await hold({ discount: 100 }, seller)).errors).toHaveProperty(["cart.discount"]);
  expect(await held(seller)).toEqual([]);
  expect(await held()).toHaveLength(1);
});

it("types that there are not, and one more than the most, are refused and write nothing", async () => {
  expect((await hold({ lines: [{ ticketTypeId: 999_999, quantity: 1 }] })).status).toBe(422);
  for (let n = 0; n < maxHeldCarts; n += 1) expect((await hold()).status).toBe(200);
  const full = await hold();
  expect([full.status, full.message]).toEqual([409, `挂单已满 ${maxHeldCarts} 个，请先取回处理`]);
  expect(await held()).toHaveLength(maxHeldCarts);
  const third = (await held()).find(({ number }) => number === 3);
  await fetch(third?.id ?? 0);
  // The number that is called out is the smallest that is free.
  expect((await hold()).data.number).toBe(3);
});

it("ends with the business day, and its names are gone by the next night", async () => {
  const { data } = await hold({ contactName: "李" });
  backend.setNow(new Date("2026-11-21T00:00:30+08:00"));
  expect(await held()).toEqual([]);
  expect((await fetch(data.id)).status).toBe(404);
  const now = () => new Date("2026-11-21T12:00:00+08:00");
  const worker = createWorker({ database: backend.database, kinds: allKinds, now });
  await worker.drain();
  const [expiry] = (await backend.call(schedule.methods.list, { pageSize: 50 })).data.records.filter(
    ({ kind }) => kind === "expireTickets",
  );
  await backend.call(schedule.methods.run, { id: Number(expiry?.id) });
  await worker.drain();
  expect(await backend.sql("select 1 from held_cart")).toEqual([]);
});

it("of two windows one gets it; of holds at once each has a number of its own, and none goes past the most", async () => {
  const { data } = await hold();
  const both = await race(backend, 4, () => fetch(data.id));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
  for (let n = 0; n < maxHeldCarts - 2; n += 1) await hold();
  const all = await race(backend, 6, () => hold());
  expect(all.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(new Set((await held()).map(({ number }) => number)).size).toBe(maxHeldCarts);
});
