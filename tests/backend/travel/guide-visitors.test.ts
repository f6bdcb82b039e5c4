/** Whom guides brought: received with a group, and admitted at a gate, each counted once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { groupArrive, groupBooking, groupSettle } from "~/contract/ticket/group-booking";
import { guideVisitors } from "~/contract/travel/guide-visitors";
import { tradePriceWhy } from "~/contract/travel/trade-price";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, friday, type TestPark, today } from "~tests/support/park";
import { addGuide, agencyInUse } from "./sales-support";

let backend: TestBackend;
let park: TestPark;
let agencyId: number;
let guideId: number;
beforeAll(async () => {
  backend = await openTestBackend();
  backend.setNow(friday);
  park = await createPark(backend);
  agencyId = await agencyInUse(backend);
  guideId = await addGuide(backend);
});
afterAll(() => backend.close());

const seen = async (payload: Record<string, unknown> = {}) => {
  const { data, message } = await backend.call(guideVisitors, payload as never);
  expect(message).toBe("");
  return data;
};

test("a group that is received, then settled, then admitted stands in one line", async () => {
  const id = await backend.saved(groupBooking.methods.save, {
    ...{ organisation: null, contactName: "王芳", mobile: "13800138000", guide: null, parkId: park.parkId },
    ...{ visitDay: today, slot: null, arrival: null, customerGroup: "agency", remark: null, plate: null },
    ...{ agencyId, guideId, people: [{ ticketTypeId: park.adultId, quantity: 5 }] },
  });
  await backend.call(groupBooking.commands.confirm.method, { id } as never);
  expect((await seen()).rows).toEqual([]);
  await backend.call(groupArrive, { id, people: [{ ticketTypeId: park.adultId, arrived: 4 }] });
  const received = await seen();
  expect(received.rows).toMatchObject([{ day: today, guideId, arrived: 4, tickets: 0, admitted: 0 }]);
  expect(received.rows[0]).toMatchObject({ guide: "赵敏", agency: expect.stringContaining("青山旅行社") });
  await backend.call(groupSettle, { id, idempotencyKey: fresh("settle-key"), paymentType: "cash" });
  await backend.sql(
    `update ticket set used = 1, state = 'used'
     where id in (select t.id from ticket t join travel_order o on o.order_id = t.order_id where o.guide_id = $1 order by t.id limit 3)`,
    [guideId],
  );
  const after = await seen();
  expect(after.rows).toMatchObject([{ arrived: 4, tickets: 4, admitted: 3 }]);
  expect(after.total).toEqual({ arrived: 4, tickets: 4, admitted: 3, reward: 0 });
});

test("tickets that were given back brought nobody", async () => {
  await backend.sql(
    `update ticket set state = 'refunded'
     where id in (select t.id from ticket t join travel_order o on o.order_id = t.order_id where o.guide_id = $1 and t.used = 0)`,
    [guideId],
  );
  expect((await seen()).total).toEqual({ arrived: 4, tickets: 3, admitted: 3, reward: 0 });
});

test("whoever is chosen is among the choices, however many come before it by name", async () => {
  await backend.sql(
    `insert into travel_agency (corp_code, code, name, type, licence, contact, mobile, settlement, status)
     select corp_code, 'MANY' || n, '!' || n, type, 'MANY' || n, contact, mobile, 'cash', 'active'
     from travel_agency, generate_series(1, 500) n where id = $1`,
    [agencyId],
  );
  const chosen = await seen({ agencyId, guideId });
  expect(chosen.agencies).toHaveLength(501);
  expect(chosen.agencies.map(({ value }) => value)).toContain(String(agencyId));
  expect(chosen.guides.map(({ value }) => value)).toEqual([String(guideId)]);
  expect((await seen()).agencies).toHaveLength(500);
  const why = (await backend.call(tradePriceWhy, { agencyId })).data.agencies;
  expect(why).toHaveLength(501);
  expect(why.map(({ value }) => value)).toContain(String(agencyId));
});

test("by guide, agency and period; a period that is none or too long is said", async () => {
  const other = await agencyInUse(backend);
  expect((await seen({ agencyId: other })).rows).toEqual([]);
  expect((await seen({ agencyId, guideId })).rows).toHaveLength(1);
  expect((await seen({ from: "2026-01-01", to: "2026-01-31" })).rows).toEqual([]);
  const turned = await backend.call(guideVisitors, { from: "2026-02-01", to: "2026-01-31" });
  expect([turned.status, Object.keys(turned.errors ?? {})]).toEqual([422, ["to"]]);
  const long = await backend.call(guideVisitors, { from: "2024-01-01", to: "2026-01-31" });
  expect([long.status, Object.keys(long.errors ?? {})]).toEqual([422, ["from"]]);
});

test("another tenant sees nothing of it, and a role without the function may not ask", async () => {
  const stranger = await backend.createCorp("other");
  const { data } = await backend.call(guideVisitors, { guideId }, { as: stranger });
  expect([data.rows, data.guides]).toEqual([[], []]);
  const { token } = await backend.createUser({});
  expect((await backend.call(guideVisitors, {}, { as: token })).status).toBe(403);
});
