/** A discount by the seller: right, reason, limit, what it is off, exact to the fen, and what a refund gives back of it. */
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import { orderDetail, quoteRefund, refundOrder } from "~/contract/order/order";
import { saleLog } from "~/contract/order/order-lists";
import { parseDiscount, writtenDiscount } from "~/contract/ticket/discount-amount";
import { printTickets } from "~/contract/ticket/issued";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { pricesOf, reduceLines, spreadOver, takeOff } from "~server/backend/business/ticket/reduce/off";
import type { CartLine } from "~server/backend/business/ticket/sale-cart";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";

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

const family = () => [
  { ticketTypeId: park.adultId, quantity: 2 },
  { ticketTypeId: park.childId, quantity: 1 },
];
const sell = (more: Record<string, unknown>, as?: string) =>
  backend.call(sellTickets, saleOf(park.adultId, { lines: family(), ...more }), as === undefined ? {} : { as });
const quote = async (more: Record<string, unknown>) =>
  (await backend.call(quoteSale, { visitDay: today, lines: family(), ...more })).data;
const nothingSold = async () => expect(await backend.sql("select 1 from orders")).toEqual([]);

test("what is typed: an amount, per cent, or what is left to pay in tenths", () => {
  const said = (text: string) => parseDiscount(text);
  expect(["", "20", "¥20.5元", "10%", "12.5％", "9折", "8.5折", "85折"].map(said)).toEqual([
    { amount: 0, rate: 0 },
    { amount: 2000, rate: 0 },
    { amount: 2050, rate: 0 },
    { amount: 0, rate: 100 },
    { amount: 0, rate: 125 },
    { amount: 0, rate: 100 },
    { amount: 0, rate: 150 },
    { amount: 0, rate: 150 },
  ]);
  expect(["-1", "101%", "a", "1.234", "0x1"].map(said)).toEqual([null, null, null, null, null]);
  for (const text of ["20", "20.5", "10%", "12.5%"]) expect(writtenDiscount(said(text) as never)).toBe(text);
});

describe("shares", () => {
  it("of whatever amounts off whatever lines and combos add up to the fen, and no ticket costs less than nothing", () => {
    const line = fc.record({
      unitPrice: fc.nat(50_000),
      quantity: fc.integer({ min: 1, max: 9 }),
      combo: fc.boolean(),
    });
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(1000), { maxLength: 4 }),
        (asked, rates) => {
          // A combo of two tickets at two thirds and one third.
          const lines = asked.flatMap(({ unitPrice, quantity, combo }, index): Partial<CartLine>[] => {
            if (!combo) return [{ asked: index, quantity, unitPrice }];
            const one = Math.floor((unitPrice * 2) / 3);
            const places = Array.from({ length: quantity }, (_, set) => ({ set: set + 5, person: 0 }));
            return [one, unitPrice - one].map((price) => ({ asked: index, quantity, unitPrice: price, places }));
          }) as CartLine[];
          const left = pricesOf(asked);
          const offs = rates.map((rate, place) => {
            const on = asked.flatMap((_, index) => (place % 2 === 0 || index === 0 ? [index] : []));
            const sum = on.flatMap((index) => left[index] ?? []).reduce((total, price) => total + price, 0);
            const off = { kind: "discount", reason: "", name: String(place), words: "" } as const;
            const units = spreadOver(left, on, Math.round((sum * rate) / 1000));
            takeOff(left, { units });
            return { ...off, units };
          });
          const reduced = reduceLines(lines, offs);
          const wanted = offs.flatMap(({ units }) => units).reduce((sum, { amount }) => sum + amount, 0);
          const tickets = reduced.flatMap(({ off }) => off).reduce((sum, amount) => sum + amount, 0);
          const said = reduced.flatMap(({ reductions }) => reductions).reduce((sum, { amount }) => sum + amount, 0);
          expect([tickets, said]).toEqual([wanted, wanted]);
          reduced.forEach(({ off }, index) => {
            for (const one of off) expect(one).toBeLessThanOrEqual(lines[index]?.unitPrice ?? 0);
          });
        },
      ),
    );
  });
});

describe("a discount at the counter", () => {
  it("per mille off the order, with its reason, is quoted, sold, and told on order, log and ticket", async () => {
    const reasons = (await backend.call(getCounter, {})).data.discountReasons.map(({ value }) => value);
    expect(reasons).toContain("regular");
    const wish = { discountRate: 333, discountReason: "regular", discountWords: "年度大客户" };
    const quoted = await quote(wish);
    expect(quoted).toMatchObject({ total: 20_000, discount: 6660, payable: 13_340, whyNot: "", refusedReductions: [] });
    expect(quoted.reductions).toEqual([
      { kind: "discount", reason: "regular", name: "老客户", words: "年度大客户", quantity: 3, amount: 6660 },
    ]);
    const { data } = await sell({ ...wish, expectedPayable: 13_340 });
    const order = (await backend.call(orderDetail, { id: data.orderId })).data;
    expect(order.lines.map(({ discount, reductions }) => [discount, reductions[0]?.words])).toEqual([
      [5328, "年度大客户"],
      [1332, "年度大客户"],
    ]);
    const [row] = (await backend.call(saleLog.methods.list, {})).data.records;
    expect(row).toMatchObject({ discount: 6660, discountNames: "老客户" });
    const printed = (await backend.call(printTickets, { orderId: data.orderId })).data.tickets;
    expect(printed.map(({ price, off, offFor }) => [price, off, offFor])).toEqual([
      [5336, 2664, "老客户"],
      [5336, 2664, "老客户"],
      [2668, 1332, "老客户"],
    ]);
  });

  it("off one ticket type leaves the others as they are; of a type that is not there it is refused at its field", async () => {
    const wish = { discount: 1001, discountOn: park.adultId, discountReason: "partner" };
    await sell(wish);
    expect((await backend.sql("select price from ticket order by id")).map(({ price }) => price)).toEqual([
      7499, 7500, 4000,
    ]);
    const above = await sell({ ...wish, discount: 16_001 });
    expect([above.status, above.errors]).toEqual([422, { discount: ["优惠不能超过订单总额 160.00 元"] }]);
    const gone = await sell({ ...wish, discountOn: park.namedId });
    expect([gone.status, Object.keys(gone.errors ?? {})]).toEqual([422, ["discountOn"]]);
    expect(await quote({ ...wish, discountOn: park.namedId })).toMatchObject({
      payable: 20_000,
      refusedReductions: [{ field: "discountOn" }],
    });
  });

  it("asks for a reason in use, and for words where the reason says nothing", async () => {
    const fieldsOf = async (wish: Record<string, unknown>) => Object.keys((await sell(wish)).errors ?? {});
    expect(await fieldsOf({ discount: 100 })).toEqual(["discountReason"]);
    expect(await fieldsOf({ discount: 100, discountReason: "nonsense" })).toEqual(["discountReason"]);
    expect(await fieldsOf({ discount: 100, discountReason: "other" })).toEqual(["discountWords"]);
    await nothingSold();
    expect((await sell({ discount: 100, discountReason: "other", discountWords: "缆车停运" })).status).toBe(200);
  });

  it("above the corp's limit takes a further right; the sentence says the limit", async () => {
    await backend.sql(
      "insert into sys_param (corp_code, param_code, param_option) select corp_code, 'discountLimit', '20' from corp on conflict (corp_code, param_code) do update set param_option = '20'",
    );
    const rights = ["buyTktList", "buyTktList/sale:sell", "buyTktList/sale:discount"];
    const { token: seller } = await backend.createUser({ grants: rights });
    const { token: leader } = await backend.createUser({ grants: [...rights, "buyTktList/sale:discountBeyond"] });
    const above = { discount: 4001, discountReason: "leader" };
    const refused = await sell(above, seller);
    expect([refused.status, refused.errors?.discount]).toEqual([
      422,
      ["优惠 40.01 元超过上限 20%（最多 40.00 元），请有“超限优惠”权限的人员操作"],
    ]);
    await nothingSold();
    expect((await sell({ ...above, discount: 4000 }, seller)).status).toBe(200);
    expect((await sell(above, leader)).status).toBe(200);
  });

  it("refunds give back what was paid and no more, in whatever parts", async () => {
    const { data } = await sell({ discount: 1001, discountReason: "regular" });
    const { orderId } = data;
    const { lines, paid } = (await backend.call(orderDetail, { id: orderId })).data;
    const first = { orderId, items: [{ lineId: lines[0]?.id ?? 0, quantity: 1 }] };
    const part = (await backend.call(quoteRefund, first)).data.amount;
    const refund = (more: object) =>
      backend.call(refundOrder, { orderId, idempotencyKey: fresh("refund"), reason: "改变行程", ...more });
    expect((await refund(first)).data.amount).toBe(part);
    expect((await refund({})).data.amount).toBe(paid - part);
    expect((await refund({})).status).toBe(409);
    expect(await backend.sql("select paid, refunded from orders")).toEqual([{ paid: 18_999, refunded: 18_999 }]);
  });

  it("of another tenant neither type nor reason counts", async () => {
    const stranger = await backend.createCorp("0002");
    const theirs = await createPark(backend, stranger);
    await backend.sql("delete from dict_item where corp_code = '0002' and dict_type = 'discountReason'");
    const reply = await backend.call(
      sellTickets,
      saleOf(theirs.adultId, { discount: 100, discountReason: "regular" }),
      { as: stranger },
    );
    expect([reply.status, Object.keys(reply.errors ?? {})]).toEqual([422, ["discountReason"]]);
    const on = await backend.call(
      sellTickets,
      saleOf(theirs.adultId, { discount: 100, discountReason: "regular", discountOn: park.adultId }),
      { as: stranger },
    );
    expect(on.status).toBe(422);
    await nothingSold();
  });
});
