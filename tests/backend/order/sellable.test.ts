import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, type TestPark } from "~tests/support/park";
import { boothDeposit, boothFee, boothRent, makeBooths, sellBoth, servedWithBooths } from "./booth";

let backend: TestBackend;
let park: TestPark;
beforeAll(async () => {
  backend = await openTestBackend({ served: servedWithBooths });
  park = await createPark(backend);
  await makeBooths(backend, 5);
});
afterAll(() => backend.close());

const key = () => fresh("sellable-key");
const free = async () => (await backend.sql<{ free: number }>("select free from booth"))[0]?.free;
const whole = 2 * 8_000 + 2 * (boothRent + boothDeposit);

function sell(
  fields: { places?: number; discount?: number; payments?: { paymentType: string; amount: number }[] } = {},
) {
  const { places = 2, discount = 0 } = fields;
  const payable = 2 * 8_000 + places * (boothRent + boothDeposit) - discount;
  const payments = fields.payments ?? [{ paymentType: "cash", amount: payable }];
  const payload = { idempotencyKey: key(), ticketTypeId: park.adultId, tickets: 2, places, parkId: park.parkId };
  return backend.call(sellBoth, { ...payload, discount, payments });
}

describe("an order of tickets and of what another business sells", () => {
  it("is one order with lines of both, paid in two ways, and each issues its own", async () => {
    const { data } = await sell({
      payments: [
        { paymentType: "cash", amount: 30_000 },
        { paymentType: "wechat", amount: 20_000 },
      ],
    });
    const order = (await backend.call(orderDetail, { id: data.orderId })).data;
    expect(order).toMatchObject({ state: "paid", quantity: 6, payable: whole, paid: whole });
    expect(order.lines.map(({ business, kind, name, quantity }) => [business, kind, name, quantity])).toEqual([
      ["ticket", "single", "成人票", 2],
      ["booth", "rent", "摊位", 2],
      ["booth", "deposit", "摊位押金", 2],
    ]);
    expect(order.tickets).toHaveLength(2);
    expect(order.payments).toMatchObject([
      { paymentType: "cash", amount: whole - 20_000, received: 30_000 },
      { paymentType: "wechat", amount: 20_000, received: null },
    ]);
    expect(await free()).toBe(3);
    await checkInvariants(backend);
  });

  it("is refunded by one quotation over all lines, each business with its fee, and one commit", async () => {
    const { data } = await sell({ places: 1, discount: 1_000 });
    const { orderId } = data;
    const quoted = (await backend.call(quoteRefund, { orderId })).data;
    const paid = 2 * 8_000 + boothRent + boothDeposit - 1_000;
    expect(quoted).toMatchObject({ fee: boothFee, amount: paid - boothFee, whyNot: "", needsApproval: false });
    expect(quoted.lines.map(({ business, quantity, fee }) => [business, quantity, fee])).toEqual([
      ["ticket", 2, 0],
      ["booth", 1, boothFee],
      ["booth", 1, 0],
    ]);
    expect(quoted.lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(quoted.amount);
    const before = await free();
    const press = { orderId, idempotencyKey: key(), reason: "下雨", expectedAmount: quoted.amount };
    expect((await backend.call(refundOrder, press)).data).toMatchObject({ state: "done", amount: quoted.amount });
    expect((await backend.call(orderDetail, { id: orderId })).data).toMatchObject({
      state: "refunded",
      refunded: quoted.amount,
    });
    expect(await free()).toBe((before ?? 0) + 2);
    await checkInvariants(backend);
  });

  it("gives back a piece of one line, chosen by line and piece, and says what is left", async () => {
    await backend.sql("update booth set free = 5");
    const { data } = await sell();
    const { orderId } = data;
    const order = (await backend.call(orderDetail, { id: orderId })).data;
    const deposit = order.lines.find(({ kind }) => kind === "deposit");
    const pieces = [{ lineId: deposit?.id ?? 0, id: 2 }];
    const press = { orderId, pieces, idempotencyKey: key(), reason: "退押金" };
    expect((await backend.call(refundOrder, press)).data).toMatchObject({ amount: boothDeposit });
    const again = await backend.call(refundOrder, { ...press, idempotencyKey: key() });
    expect(again.message).toBe("this place went back");
    // A ticket's number is no piece of a booth, whatever its id.
    const foreign = await backend.call(quoteRefund, { orderId, ticketIds: [2_000_000] });
    expect(foreign.data.whyNot).not.toBe("");
    expect((await backend.call(orderDetail, { id: orderId })).data.state).toBe("partlyRefunded");
    await checkInvariants(backend);
  });

  it("what a business cannot take is refused whole: no order, no number of tickets, no money", async () => {
    const count = async () => (await backend.sql("select id from orders")).length;
    const before = await count();
    const refused = await sell({ places: 50 });
    expect(refused).toMatchObject({ success: false, message: "no booth is free" });
    expect(await count()).toBe(before);
  });
});
