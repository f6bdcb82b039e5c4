/** A shift is closed while a sale of it is being written: its cash is in the shift, or the closing waits for it; never in none. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { payAccount } from "~/contract/order/pay-account";
import { askPayment, payAgain } from "~/contract/order/pay-attempt";
import { closeShift, openShift, shiftReport } from "~/contract/order/shift";
import { changeTickets } from "~/contract/ticket/change";
import { sellTickets } from "~/contract/ticket/sale";
import { type ChangePark, createChangePark, sellToChange, tomorrow } from "~tests/backend/ticket/changing";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh, saleOf } from "~tests/support/park";
import { alipayFields, PayCompanies } from "~tests/support/pay-companies";
import { raceIsReal, whileItWrites, withoutLock } from "~tests/support/race";

const companies = new PayCompanies();
let backend: TestBackend;
let park: ChangePark;
let shiftId: number;
beforeAll(() => companies.open());
afterAll(() => companies.close());
beforeEach(async () => {
  companies.trades.clear();
  backend = await openTestBackend();
  park = await createChangePark(backend);
  await backend.saved(payAccount.methods.save, alipayFields);
  // So that numbers of orders and tickets are at hand: the first sale of a day begins anew once it has found none.
  await sell({ paymentType: "wechat" });
});
afterEach(() => backend.close());

async function open() {
  const opening = { idempotencyKey: fresh("shift"), posId: park.posId, opening: 50_000 };
  shiftId = (await backend.call(openShift, opening)).data.id;
}
const close = (fen: number) =>
  backend.call(closeShift, {
    ...{ idempotencyKey: fresh("shift"), shiftId, left: 0 },
    pieces: [{ fen: 1_000, pieces: fen / 1_000 }],
  });
const sell = (fields: object) => {
  const lines = [{ ticketTypeId: park.typeId, quantity: 2 }];
  return backend.call(sellTickets, saleOf(park.typeId, { posId: park.posId, lines, ...fields }));
};
const inNoShift = async () => {
  const [sum] = await backend.sql<{ fen: number }>(
    "select coalesce(sum(amount), 0)::int as fen from payment where payment_type = 'cash' and shift_id is null",
  );
  return sum?.fen;
};

describe.runIf(raceIsReal)("60 yuan in cash, the rest by a company", () => {
  const payments = [
    { paymentType: "cash", amount: 6_000 },
    { paymentType: "alipay", amount: 14_000 },
  ];
  const atOnce = () =>
    whileItWrites(
      backend,
      "pay_attempt",
      () => sell({ payments, paymentType: undefined }),
      () => close(56_000),
    );
  const paid = async (orderId: number) => {
    await backend.call(askPayment, { orderId, pressed: true });
    companies.only().status = "paid";
    expect((await backend.call(askPayment, { orderId, pressed: true })).data.state).toBe("paid");
  };

  it("the closing waits for the sale, and tells of its order", async () => {
    await open();
    const [sold, closed] = await atOnce();
    expect([sold.status, closed.status]).toEqual([200, 409]);
    expect(closed.message).toContain(`订单 ${sold.data.orderNo} 已收 60.00 元`);
    await paid(sold.data.orderId);
    expect((await close(56_000)).status).toBe(200);
    const report = (await backend.call(shiftReport, { id: shiftId })).data.closed;
    expect([report?.expected, report?.difference, await inNoShift()]).toEqual([56_000, 0, 0]);
  });

  it("the control: a sale that does not hold its shift leaves the cash in the drawer and in no report", async () => {
    await open();
    const stand = { mark: "from shift", lock: "for key share", people: 1 };
    const [sold, closed] = await withoutLock(stand, atOnce);
    expect([sold.status, closed.status]).toEqual([200, 200]);
    await paid(sold.data.orderId);
    const report = (await backend.call(shiftReport, { id: shiftId })).data.closed;
    expect([report?.expected, report?.difference, await inNoShift()]).toEqual([50_000, 6_000, 6_000]);
  });
});

describe.runIf(raceIsReal)("where a sale needs a shift", () => {
  beforeEach(() => backend.sql("update sys_param set param_option = 'T' where param_code = 'saleNeedsShift'"));
  const stand = { mark: "from shift", lock: "for share", people: 1 };

  const saleAtOnce = () =>
    whileItWrites(
      backend,
      "orders",
      () => sell({ paymentType: "cash" }),
      () => close(70_000),
    );

  it("a sale whose shift is being closed is in it", async () => {
    await open();
    const [sold, closed] = await saleAtOnce();
    expect([sold.message, sold.status, closed.status, await inNoShift()]).toEqual(["", 200, 200, 0]);
    expect((await backend.call(shiftReport, { id: shiftId })).data.closed?.difference).toBe(0);
  });

  it("the control: a shift that is looked at and not held is closed under the sale", async () => {
    await open();
    const [sold, closed] = await withoutLock(stand, saleAtOnce);
    expect([sold.message, sold.status, closed.status, await inNoShift()]).toEqual(["", 200, 200, 20_000]);
  });

  /** To a day that costs 23.45 yuan more a ticket, with 2 yuan of fee each: 50.90 in cash. */
  async function changeAtOnce() {
    await open();
    const sold = await sellToChange(backend, park.typeId, { paymentType: "wechat", posId: park.posId });
    await park.priceOn(park.typeId, tomorrow, 12_345);
    const { orderId, ticketIds } = sold;
    const wish = { orderId, ticketIds, toDay: tomorrow, paymentType: "cash", idempotencyKey: fresh("change") };
    return () =>
      whileItWrites(
        backend,
        "order_change",
        () => backend.call(changeTickets, wish),
        () => close(50_000),
      );
  }

  it("a difference that is paid for a change is in it too", async () => {
    const [changed, closed] = await (await changeAtOnce())();
    expect([changed.message, changed.status, closed.status, await inNoShift()]).toEqual(["", 200, 200, 0]);
    const report = (await backend.call(shiftReport, { id: shiftId })).data.closed;
    expect(report?.expected).toBe(50_000 + changed.data.due);
  });

  it("the control of it", async () => {
    const [changed, closed] = await withoutLock(stand, await changeAtOnce());
    expect([changed.status, closed.status]).toEqual([200, 200]);
    expect(await inNoShift()).toBe(changed.data.due);
  });
});

it("whoever asks the company again: the cash beside it stays with the one who took it, whose shift waits", async () => {
  await open();
  const payments = [
    { paymentType: "cash", amount: 6_000 },
    { paymentType: "alipay", amount: 14_000 },
  ];
  const sold = await sell({ payments, paymentType: undefined, paymentCode: "280011111111111111" });
  const { orderId } = sold.data;
  expect((await backend.call(askPayment, { orderId, pressed: true })).data.state).toBe("failed");
  const { token: chief } = await backend.createUser({
    grants: ["buyTktList", "buyTktList/sale:sell", "buyTktList/sale:viewAll"],
  });
  const again = await backend.call(payAgain, { orderId, paymentCode: "280111111111111111" }, { as: chief });
  expect([again.status, again.message]).toEqual([200, ""]);
  expect((await close(56_000)).message).toContain("已收 60.00 元");
  expect((await backend.call(askPayment, { orderId, pressed: true }, { as: chief })).data.state).toBe("paid");
  expect((await close(56_000)).status).toBe(200);
  const report = (await backend.call(shiftReport, { id: shiftId })).data.closed;
  expect([report?.expected, report?.difference]).toEqual([56_000, 0]);
});
