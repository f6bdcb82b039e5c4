import { afterEach, beforeEach, expect, it } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { quotaPoolSave } from "~/contract/ticket/quota";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, saleOf } from "~tests/support/park";
import { race } from "~tests/support/race";
import { type ComboPark, createCombo, slot } from "./combos";

let backend: TestBackend;
let park: ComboPark;

afterEach(async () => {
  await checkInvariants(backend);
  await backend.close();
});
beforeEach(async () => {
  backend = await openTestBackend();
});

interface Sold {
  id: number;
  no: string;
  price: number;
  set: number;
}

async function sell(quantity: number, fields: Record<string, unknown> = {}) {
  park = await createCombo(backend, fields);
  const lines = [{ ticketTypeId: park.typeId, slot, quantity }];
  const { orderId } = await park.sell({ ...saleOf(park.typeId), lines });
  const tickets = await backend.sql<Sold>(
    "select id::int, ticket_no as no, price::int, combo_set as set from ticket order by combo_set, id",
  );
  return { orderId, tickets };
}

const back = (orderId: number, tickets: readonly (Sold | undefined)[] = []) =>
  backend.call(refundOrder, {
    ...{ orderId, reason: "行程取消", idempotencyKey: fresh("refund-key") },
    ticketIds: tickets.map((ticket) => ticket?.id ?? 0),
  });

const check = (ticket: Sold | undefined, gateId: number) =>
  backend.call(checkTicket, { code: ticket?.no ?? "", gateId, idempotencyKey: fresh("check-key") });

const states = async () =>
  (await backend.sql<{ state: string }>("select state from ticket order by combo_set, id")).map(({ state }) => state);

it("goes back whole: part of it is refused with what is missing, and one of two combos goes back by itself", async () => {
  const { orderId, tickets } = await sell(2);
  await backend.call(quotaPoolSave, { name: "成人", dailyTotal: 50, ticketTypeIds: [park.adultId] });
  const one = tickets.filter(({ set }) => set === 1);
  const part = await back(orderId, one.slice(0, 2));
  expect([part.status, part.message]).toEqual([409, `“山水联票”整套退，请同时选上 ${one[2]?.no}`]);
  const quoted = await backend.call(quoteRefund, { orderId, ticketIds: [one[0]?.id ?? 0] });
  expect(quoted.data.whyNot).toBe(`“山水联票”整套退，请同时选上 ${one[1]?.no}、${one[2]?.no}`);
  expect(await states()).toEqual(Array.from({ length: 6 }, () => "issued"));

  const whole = await back(orderId, one);
  expect(whole.data).toMatchObject({ state: "done", amount: 20_000 });
  expect(await states()).toEqual([...Array(3).fill("refunded"), ...Array(3).fill("issued")]);
  const rest = await back(orderId);
  expect(rest.data).toMatchObject({ amount: 20_000 });
  const [order] = await backend.sql("select state, paid, refunded from orders");
  expect(order).toEqual({ state: "refunded", paid: 40_000, refunded: 40_000 });
});

it("goes back whole: once a part is used nothing of that combo does, and the gate said what is left of it", async () => {
  const { orderId, tickets } = await sell(2);
  const [adult, , show] = tickets;
  const wrong = await check(show, park.gateId);
  expect(wrong.data).toMatchObject({ admitted: false, reason: "wrongPark" });
  const passed = await check(adult, park.gateId);
  expect(passed.data).toMatchObject({ admitted: true });
  expect(passed.data.ticket?.ofSet).toEqual([
    { ticketTypeName: "山水联票 · 成人票", parkName: "青云山景区", left: 1 },
    { ticketTypeName: "山水联票 · 水秀", parkName: "青云山景区", left: 1 },
  ]);
  const one = await back(orderId, tickets.slice(1, 3));
  expect([one.status, one.message]).toEqual([409, expect.stringContaining("“山水联票”整套退：")]);
  expect((await back(orderId)).data).toMatchObject({ amount: 20_000 });
  expect(await states()).toEqual(["used", "issued", "issued", ...Array(3).fill("refunded")]);
});

it("by part where the rule allows: the part's share less the fee of the combo's rule; a used part never", async () => {
  const { orderId, tickets } = await sell(1, { refundBy: "parts" });
  const [adult, second, show] = tickets;
  expect((await check(adult, park.gateId)).data.admitted).toBe(true);
  expect((await back(orderId, [adult])).status).toBe(409);
  const given = await back(orderId, [show]);
  expect(given.data).toMatchObject({ state: "done", amount: show?.price });
  const places = await backend.sql("select state from ticket where id = $1", [show?.id]);
  expect(places).toEqual([{ state: "refunded" }]);
  const last = await back(orderId, [second]);
  expect(last.data).toMatchObject({ amount: second?.price });
  const [order] = await backend.sql("select refunded from orders");
  expect(order?.refunded).toBe((show?.price ?? 0) + (second?.price ?? 0));
});

it("a fixed fee is kept once for each combo; parts given back one by one keep no more of it together", async () => {
  for (const refundBy of ["whole", "parts"]) {
    park = await createCombo(backend, { refundBy });
    await backend.sql(
      "insert into ticket_type_refund_band (corp_code, ticket_type_id, position, hours, fee_percent, fee_each) values ('0001', $1, 0, -24, 0, 500)",
      [park.typeId],
    );
    const { orderId } = await park.sell({ lines: [{ ticketTypeId: park.typeId, slot, quantity: 2 }] });
    const quoted = await backend.call(quoteRefund, { orderId });
    expect([quoted.data.amount, quoted.data.fee]).toEqual([39_000, 1000]);
    if (refundBy === "whole") continue;
    const tickets = await backend.sql<Sold>(
      "select id::int, price::int, combo_set as set from ticket where order_id = $1 and combo_set = 1 order by id",
      [orderId],
    );
    const given = [];
    for (const ticket of tickets) given.push((await back(orderId, [ticket])).data.amount);
    expect(given.toSorted()).toEqual([6500, 6500, 6500]);
    expect((await back(orderId)).data).toMatchObject({ state: "done", amount: 19_500 });
  }
});

it("the fee is that of the combo, not of the part", async () => {
  park = await createCombo(backend, { refundBy: "parts" });
  await backend.sql(
    "insert into ticket_type_refund_band (corp_code, ticket_type_id, position, hours, fee_percent) values ('0001', $1, 0, -24, 10)",
    [park.typeId],
  );
  const { orderId } = await park.sell({ lines: [{ ticketTypeId: park.typeId, slot, quantity: 1 }] });
  const [ticket] = await backend.sql<Sold>("select id::int, price::int from ticket order by id limit 1");
  const quoted = await backend.call(quoteRefund, { orderId, ticketIds: [ticket?.id ?? 0] });
  expect(quoted.data).toMatchObject({ fee: Math.round((ticket?.price ?? 0) / 10) });
});

it("an account of one park gives no combo of several back, and another tenant finds none", async () => {
  const { orderId } = await sell(1);
  const { token } = await backend.createUser({
    grants: ["offlineOrderList", "offlineOrderList/order:refund"],
    parks: [park.parkId],
  });
  const asked = { orderId, reason: "误购", idempotencyKey: fresh("refund-key") };
  const refused = await backend.call(refundOrder, asked, { as: token });
  expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("其他景区")]);
  const stranger = await backend.createCorp("0002");
  expect((await backend.call(refundOrder, asked, { as: stranger })).status).toBe(404);
  const { token: bare } = await backend.createUser({ grants: ["offlineOrderList"] });
  expect((await backend.call(refundOrder, asked, { as: bare })).status).toBe(403);
  expect(await states()).toEqual(["issued", "issued", "issued"]);
});

it("given back whole and checked at the same moment: one of the two, never both", async () => {
  const { orderId, tickets } = await sell(1);
  const [adult] = tickets;
  const [given, passed] = await race(
    backend,
    2,
    async (person): Promise<boolean> =>
      person === 0 ? (await back(orderId)).success : (await check(adult, park.gateId)).data.admitted,
  );
  expect([given, passed].filter(Boolean)).toHaveLength(1);
  expect(await states()).toEqual(given ? Array(3).fill("refunded") : ["used", "issued", "issued"]);
});
