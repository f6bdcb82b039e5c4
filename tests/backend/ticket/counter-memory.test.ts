/** What the counter remembers: the till's last payment type, the seller's last sale; and cash that falls short. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pos } from "~/contract/ticket/gate";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
afterAll(() => backend.close());

const counter = async (as: string, posId?: number) =>
  (await backend.call(getCounter, posId ? { posId } : {}, { as })).data;

describe("the counter's memory", () => {
  test("the till's last payment type, whoever sold there; another till's is another", async () => {
    const [one, two] = [
      await backend.createUser({ roles: ["seller"] }),
      await backend.createUser({ roles: ["seller"] }),
    ];
    const other = await backend.call(pos.methods.save, {
      code: fresh("POS"),
      name: "二号窗口",
      parkId: park.parkId,
      printer: "receipt80",
    } as never);
    const otherTill = (other.data as { id: number }).id;
    expect((await counter(one.token, park.posId)).lastPaymentType).toBeNull();
    await park.sell({ paymentType: "wechat", posId: park.posId }, one.token);
    expect((await counter(two.token, park.posId)).lastPaymentType).toBe("wechat");
    expect((await counter(two.token, otherTill)).lastPaymentType).toBeNull();
    await park.sell({ paymentType: "cash", posId: park.posId }, two.token);
    expect((await counter(one.token, park.posId)).lastPaymentType).toBe("cash");
  });

  test("the caller's own last sale of the day, and nobody else's", async () => {
    const [seller, other] = [
      await backend.createUser({ roles: ["seller"] }),
      await backend.createUser({ roles: ["seller"] }),
    ];
    expect((await counter(seller.token)).lastSale).toBeNull();
    const { orderId, orderNo } = await park.sell({}, seller.token);
    await park.sell({}, other.token);
    expect((await counter(seller.token)).lastSale).toEqual({
      orderId,
      orderNo,
      quantity: 2,
      paid: 160_00,
      at: "10:00",
    });
    backend.setNow(new Date("2026-11-21T10:00:00+08:00"));
    expect((await counter(seller.token)).lastSale).toBeNull();
    backend.setNow(new Date("2026-11-20T10:00:00+08:00"));
  });

  test("cash that falls short sells nothing and says so at its field", async () => {
    const before = await backend.sql("select count(*)::int as n from orders");
    const short = await backend.call(sellTickets, saleOf(park.adultId, { paymentType: "cash", given: 100_00 }));
    expect([short.status, Object.keys(short.errors ?? {})]).toEqual([422, ["given"]]);
    expect(await backend.sql("select count(*)::int as n from orders")).toEqual(before);
    expect((await backend.call(sellTickets, saleOf(park.adultId, { paymentType: "cash", given: 160_00 }))).status).toBe(
      200,
    );
  });
});
