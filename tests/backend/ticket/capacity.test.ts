/** What a park bears: the sale stops at the day's limit whoever presses first, and the gate at the moment's. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refundOrder } from "~/contract/order/order";
import { capacityBoard, parkCapacity } from "~/contract/ticket/capacity";
import { checkTicket } from "~/contract/ticket/check";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";
import { bind } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
});
beforeEach(async () => {
  park = await createPark(backend);
});
afterEach(() => checkInvariants(backend));
afterAll(() => backend.close());

const limit = async (fields: object = {}) => {
  const payload = { parkId: park.parkId, dayMax: 10, momentMax: 4, warnAt: 80, stops: true, ...fields };
  const reply = await backend.call(parkCapacity.methods.save, payload as never);
  expect(reply.message).toBe("");
  return reply.data.id;
};
const buy = (quantity: number, fields: object = {}) =>
  backend.call(sellTickets, saleOf(park.adultId, { lines: [{ ticketTypeId: park.adultId, quantity }], ...fields }));
const counted = async (day = today) =>
  (
    await backend.sql<{ people: number }>("select people from park_day where park_id = $1 and day = $2", [
      park.parkId,
      day,
    ])
  )[0]?.people ?? 0;
const enter = (code: string, fields: object = {}) =>
  backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("check-key"), ...fields });

describe("the day", () => {
  test("counts the people of a family ticket, sold before the limit or after, moved, promised and given back", async () => {
    const family = await park.addType({ name: "家庭票", admissions: 3, persons: 3, refundRule: "free" });
    const buyFamilies = (quantity: number, fields: object = {}) =>
      backend.call(sellTickets, saleOf(family, { lines: [{ ticketTypeId: family, quantity }], ...fields }));
    const first = await buyFamilies(1);
    await limit();
    expect(await counted()).toBe(3);
    expect((await buyFamilies(2)).message).toBe("");
    expect(await counted()).toBe(9);
    const quoted = await backend.call(quoteSale, { visitDay: today, lines: [{ ticketTypeId: family, quantity: 1 }] });
    expect(quoted.data.whyNot).toBe(`青云山景区 ${today} 承载量仅余 1 人，本单 3 人`);
    const before = await digests(backend);
    expect((await buyFamilies(1)).message).toBe(`青云山景区 ${today} 承载量仅余 1 人，本单 3 人`);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await buy(1)).message).toBe("");
    const { orderId } = first.data;
    await backend.call(refundOrder, { orderId, reason: "改期", idempotencyKey: fresh("refund-key") });
    expect(await counted()).toBe(7);
    // Three of the last three places, once.
    const both = await race(backend, 2, () => buyFamilies(1));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await counted()).toBe(10);
  });

  test("counts what was sold before the limit was set, stops at it, and has room again for what goes back", async () => {
    const first = await park.sell();
    await limit();
    expect(await counted()).toBe(2);
    expect((await buy(8)).message).toBe("");
    const before = await digests(backend);
    const refused = await buy(1);
    expect([refused.status, refused.message]).toEqual([409, `青云山景区 ${today} 已达日最大承载量 10 人，停止售票`]);
    expect(changed(before, await digests(backend))).toEqual([]);
    await backend.call(refundOrder, { orderId: first.orderId, reason: "改期", idempotencyKey: fresh("refund-key") });
    expect(await counted()).toBe(8);
    expect((await buy(3)).message).toBe(`青云山景区 ${today} 承载量仅余 2 人，本单 3 人`);
    expect((await buy(2)).message).toBe("");
    expect((await buy(2, { visitDay: "2026-11-21" })).message).toBe("");
    expect([await counted(), await counted("2026-11-21")]).toEqual([10, 2]);
  });

  test("of thirty who buy the last ten at once ten do, and the count is theirs", async () => {
    await limit();
    const all = await race(backend, 30, () => buy(1));
    expect(all.filter(({ success }) => success)).toHaveLength(10);
    expect(await counted()).toBe(10);
  });

  test("is said on the counter and in the quotation before anybody pays", async () => {
    await limit({ dayMax: 1 });
    await buy(1);
    const { data } = await backend.call(getCounter, { visitDay: today });
    const offer = data.offers.find(({ ticketTypeId }) => ticketTypeId === park.adultId);
    expect(offer?.whyNot).toBe(`青云山景区 ${today} 已达日最大承载量 1 人，停止售票`);
    const lines = [{ ticketTypeId: park.adultId, quantity: 1 }];
    expect((await backend.call(quoteSale, { visitDay: today, lines })).data.whyNot).toBe(offer?.whyNot);
  });

  test("that only warns goes on, and tells once when it passes its share", async () => {
    await limit({ stops: false });
    const told = () =>
      backend.sql<{ title: string }>("select title from message where matter = $1", [
        `capacity-${park.parkId}-${today}`,
      ]);
    await buy(7);
    expect(await told()).toEqual([]);
    await buy(1);
    await buy(5);
    expect(await told()).toEqual([{ title: "青云山景区 承载量已达 80%" }]);
    expect(await counted()).toBe(13);
  });

  test("moves with a ticket that goes to another day, and a limit that is off limits nothing", async () => {
    const id = await limit();
    const { orderId } = await park.sell();
    await backend.sql("update ticket set visit_day = '2026-11-22' where order_id = $1", [orderId]);
    expect([await counted(), await counted("2026-11-22")]).toEqual([0, 2]);
    await backend.call(parkCapacity.methods.suspend, { id });
    expect((await buy(40)).message).toBe("");
  });
});

describe("the moment", () => {
  test("the gate stops at it and lets in again who leaves room; a reason and a right overrule it", async () => {
    await limit();
    const { orderNo } = await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 5 }] });
    const many = await enter(orderNo);
    expect(many.data).toMatchObject({ admitted: false, reason: "full", passed: 0 });
    expect((await enter(orderNo, { people: 4 })).data).toMatchObject({ admitted: true, passed: 4 });
    const fifth = await enter(orderNo);
    expect(fifth.data.message).toBe("青云山景区 园内 4 人，已达瞬时最大承载量 4 人，请稍候入园");
    const [first] = await backend.sql<{ ticket_no: string }>(
      "select t.ticket_no from ticket t join orders o on o.id = t.order_id where o.order_no = $1 and t.used = 1",
      [orderNo],
    );
    expect((await enter(first?.ticket_no ?? "", { gateId: park.gateOutId })).data.admitted).toBe(true);
    expect((await enter(orderNo)).data.admitted).toBe(true);
    const late = (await park.sell()).orderNo;
    expect((await enter(late)).data).toMatchObject({ admitted: false, reason: "full", mayForce: true });
    const overruled = await enter(late, { people: 1, force: true, forceReason: "孩子在园内" });
    expect(overruled.data).toMatchObject({ admitted: true, reason: "forced", passed: 1 });
    expect((await enter(late)).data.message).toContain("园内 5 人");
  });

  test("the board says who is in and how many may come; another park and another tenant are not on it", async () => {
    await limit();
    const { orderNo } = await park.sell({ lines: [{ ticketTypeId: park.adultId, quantity: 3 }] });
    await enter(orderNo, { people: 3 });
    const keeper = await backend.createUser({ grants: ["tktChevkPage"] });
    await backend.sql("update role set data_scope = 'all' where code = $1", [keeper.accName]);
    await bind(backend, keeper.id, [park.parkId]);
    expect((await backend.call(capacityBoard, {}, { as: keeper.token })).data.parks).toEqual([
      {
        ...{ parkId: park.parkId, parkName: "青云山景区", stops: true },
        ...{ sold: 3, dayMax: 10, dayLevel: "calm", inside: 3, momentMax: 4, momentLevel: "calm", mayComeIn: 1 },
      },
    ]);
    const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
    expect((await backend.call(capacityBoard, {}, { as: tenant })).data.parks).toEqual([]);
    const outsider = await backend.createUser({ grants: ["buyTktList"] });
    expect((await backend.call(capacityBoard, {}, { as: outsider.token })).status).toBe(403);
  });
});

test("a park has one limit; of another park or without the right none is set", async () => {
  await limit();
  const twin = { parkId: park.parkId, dayMax: 5, momentMax: 5, warnAt: 80, stops: true };
  expect(Object.keys((await backend.call(parkCapacity.methods.save, twin as never)).errors ?? {})).toEqual(["parkId"]);
  const reader = await backend.createUser({ grants: ["parkCapacity"] });
  expect((await backend.call(parkCapacity.methods.save, twin as never, { as: reader.token })).status).toBe(403);
});
