/** Tickets that become a dearer type: number and code stay, the difference is paid, each part keeps its refund terms. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { quoteRefund, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { ticketDetail } from "~/contract/ticket/issued";
import { quoteSupplement, supplementTickets } from "~/contract/ticket/supplement";
import { bindWristbands } from "~/contract/ticket/wristband";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { orderFaults } from "../order/sold";
import { type ChangePark, createChangePark, fresh, orderOf, type Sold, sellToChange, today } from "./changing";

let backend: TestBackend;
let park: ChangePark;
/** 100 yuan, never refunded; 160 yuan, refunded freely. */
let student: number;
let full: number;

beforeEach(async () => {
  backend = await openTestBackend();
  park = await createChangePark(backend);
  student = await park.addType({ name: "学生票", listPrice: 10_000, facePrice: 16_000, refundRule: "never" });
  full = await park.addType({ name: "全价票", listPrice: 16_000, facePrice: 16_000 });
});
afterEach(async () => {
  expect(await orderFaults(backend)).toEqual([]);
  await checkInvariants(backend);
  await backend.close();
});

const wishOf = ({ orderId, ticketIds }: Sold, fields: object = {}) => ({
  ...{ orderId, ticketIds: ticketIds.slice(0, 1), toTypeId: full },
  ...fields,
});
const quotation = (sold: Sold, fields: object = {}) => backend.call(quoteSupplement, wishOf(sold, fields) as never);
const supplement = (sold: Sold, fields: object = {}, as = backend.admin) =>
  backend.call(
    supplementTickets,
    { ...wishOf(sold), paymentType: "cash", idempotencyKey: fresh("sup-key"), ...fields } as never,
    { as },
  );
const sell = (typeId = student, quantity = 2, fields: object = {}) =>
  sellToChange(backend, typeId, { lines: [{ ticketTypeId: typeId, quantity }], ...fields });
const codeOf = async (id: number) =>
  (
    await backend.sql<{ no: string; qr: string; type: number; state: string; price: number }>(
      `select ticket_no as no, qr_text as qr, ticket_type_id::float8 as type, state, price::float8 as price
       from ticket where id = $1`,
      [id],
    )
  )[0];
/** Tables that differ; numbers that a refused call has drawn stay a gap. */
const touched = async (before: Awaited<ReturnType<typeof digests>>) =>
  changed(before, await digests(backend)).filter((table) => table !== "counter");

describe("a supplement", () => {
  it("offers the dearer types of the park, takes the difference, and what stands on paper goes on", async () => {
    const sold = await sell();
    const offered = await quotation(sold, { toTypeId: undefined });
    expect(offered.data.types.map(({ name, due }) => [name, due])).toContainEqual(["全价票", 6000]);
    expect(offered.data.types.map(({ name }) => name)).not.toContain("成人票");
    const quoted = await quotation(sold);
    expect(quoted.data).toMatchObject({ price: 10_000, newPrice: 16_000, due: 6000, whyNot: "", wrong: {} });
    const [paper] = sold.ticketIds;
    const before = await codeOf(paper ?? 0);
    const done = await supplement(sold, { expectedDue: 6000, given: 10_000 });
    expect([done.message, done.data?.due]).toEqual(["", 6000]);
    const after = await codeOf(done.data.ticketIds[0] ?? 0);
    expect(after).toEqual({ ...before, type: full, price: 16_000 });
    const gone = await codeOf(paper ?? 0);
    expect([gone?.state, gone?.no === before?.no, gone?.qr === before?.qr]).toEqual(["changed", false, false]);
    expect(await orderOf(backend, sold.orderId)).toMatchObject({ state: "paid", paid: 26_000, refunded: 0 });
    const payments = await backend.sql<{ amount: number }>(
      "select amount::float8 as amount from payment where order_id = $1 order by id",
      [sold.orderId],
    );
    expect(payments.map(({ amount }) => amount)).toEqual([20_000, 6000]);

    const passed = await backend.call(checkTicket, {
      ...{ gateId: park.gateId, code: before?.qr ?? "", idempotencyKey: fresh("pass") },
    } as never);
    expect(passed.data).toMatchObject({ admitted: true, ticket: { ticketTypeName: "全价票" } });
    const { data: page } = await backend.call(ticketDetail, { id: done.data.ticketIds[0] ?? 0, logPage: 1 } as never);
    expect(JSON.stringify(page)).toContain("补差换票：学生票 → 全价票");
  });

  it("each part keeps its refund terms: what was never refunded stays, the difference goes back", async () => {
    const sold = await sell();
    const { ticketIds } = (await supplement(sold)).data;
    const asked = { orderId: sold.orderId, ticketIds };
    expect((await backend.call(quoteRefund, asked)).data).toMatchObject({ amount: 6000, fee: 10_000, whyNot: "" });
    const back = await backend.call(refundOrder, { ...asked, reason: "下雨", idempotencyKey: fresh("back") });
    expect([back.message, back.data?.amount]).toEqual(["", 6000]);
    // The other one is what it was.
    const kept = await backend.call(quoteRefund, { orderId: sold.orderId, ticketIds: [sold.ticketIds[1] ?? 0] });
    expect(kept.data.whyNot).not.toBe("");
  });

  it("twice: three parts, each by its own terms", async () => {
    const sold = await sell();
    const vip = await park.addType({
      ...{ name: "贵宾票", listPrice: 20_000, facePrice: 20_000, refundRule: "free" },
      refundBands: [{ hours: -48, feePercent: 50, feeEach: null }],
    });
    const once = (await supplement(sold)).data;
    const again = await supplement(sold, { ticketIds: once.ticketIds, toTypeId: vip });
    expect([again.message, again.data?.due]).toEqual(["", 4000]);
    const asked = { orderId: sold.orderId, ticketIds: again.data.ticketIds };
    // 100 yuan never, 60 freely, 40 by half.
    expect((await backend.call(quoteRefund, asked)).data).toMatchObject({ amount: 8000, fee: 12_000 });
  });

  it("the same press twice is done once", async () => {
    const sold = await sell();
    const wish = { idempotencyKey: fresh("twice") };
    const [one, two] = [await supplement(sold, wish), await supplement(sold, wish)];
    expect(two.data).toEqual(one.data);
    expect(await backend.sql("select count(*)::int as n from order_change")).toEqual([{ n: 1 }]);
  });

  it("takes places of the new type and gives back those of the old one", async () => {
    const [of, to] = [await park.limit(student, 5), await park.limit(full, 1)];
    const sold = await sell();
    expect((await supplement(sold)).message).toBe("");
    const places = () =>
      backend.sql<{ pool: number; sold: number }>(
        "select pool_id::float8 as pool, sold from quota_day where day = $1 order by pool_id",
        [today],
      );
    expect(await places()).toEqual([
      { pool: of, sold: 1 },
      { pool: to, sold: 1 },
    ]);
    const before = await digests(backend);
    const full2 = await supplement(sold, { ticketIds: sold.ticketIds.slice(1) });
    expect([full2.status, full2.success]).toEqual([422, false]);
    expect(await touched(before)).toEqual([]);
  });

  it("a type that is sold by name wants the holder, and a slot is chosen", async () => {
    const named = await park.addType({ name: "实名全价", listPrice: 16_000, facePrice: 16_000, realName: "perTicket" });
    const slotted = await park.addType({
      ...{ name: "场次全价", listPrice: 16_000, facePrice: 16_000 },
      slots: [
        { startTime: "11:00", endTime: "12:00" },
        { startTime: "15:00", endTime: "16:00" },
      ],
    });
    const sold = await sell();
    const [ticketId] = sold.ticketIds;
    const quoted = await quotation(sold, { toTypeId: named });
    expect([quoted.data.names, quoted.data.whyNot]).toEqual([[ticketId], "“实名全价”是实名票，请填写 1 位持票人"]);
    expect((await supplement(sold, { toTypeId: named })).status).toBe(409);
    const holders = [{ ticketId, name: "王芳", document: "resident", country: "", identity: "110101199003074450" }];
    expect((await supplement(sold, { toTypeId: named, holders })).message).toBe("");
    const other = { ticketIds: sold.ticketIds.slice(1), toTypeId: slotted };
    expect((await supplement(sold, other)).errors).toHaveProperty("toSlot");
    expect((await supplement(sold, { ...other, toSlot: "15:00-16:00" })).message).toBe("");
  });

  it("a band that stands for the ticket goes on to what it became", async () => {
    const sold = await sell();
    const [ticketId] = sold.ticketIds;
    const code = fresh("WB").toUpperCase();
    const bound = await backend.call(bindWristbands, {
      codes: [{ ticketId, code }],
      idempotencyKey: fresh("b"),
    } as never);
    expect(bound.message).toBe("");
    expect((await supplement(sold)).message).toBe("");
    const passed = await backend.call(checkTicket, {
      ...{ gateId: park.gateId, code, idempotencyKey: fresh("pass") },
    } as never);
    expect(passed.data).toMatchObject({ admitted: true, ticket: { ticketTypeName: "全价票" } });
  });
});

describe("what is refused writes nothing", () => {
  const cases: [string, (sold: Sold) => Promise<object>, string][] = [
    ["a type of another park", async () => ({ toTypeId: park.adultId + 1_000_000 }), "不能用来补差"],
    ["a cheaper type", async () => ({ toTypeId: park.childId }), "不能用来补差"],
    ["none chosen", async () => ({ ticketIds: [] }), "请至少选择一张门票"],
    ["an amount that moved", async () => ({ expectedDue: 1 }), "差价已变化"],
    ["tickets of another order", async () => ({ ticketIds: (await sell()).ticketIds }), "不都在订单"],
    [
      "a used ticket",
      async ({ ticketIds: [id] }) => {
        const code = (await codeOf(id ?? 0))?.qr ?? "";
        await backend.call(checkTicket, { gateId: park.gateId, code, idempotencyKey: fresh("use") } as never);
        return {};
      },
      "已使用 1/1 次",
    ],
  ];
  it.each(cases)("%s", async (_name, prepare, message) => {
    const sold = await sell();
    const fields = await prepare(sold);
    const before = await digests(backend);
    const refused = await supplement(sold, fields);
    expect(refused.success).toBe(false);
    expect([409, 422]).toContain(refused.status);
    expect(JSON.stringify([refused.message, refused.errors])).toContain(message);
    expect(await touched(before)).toEqual([]);
  });

  it("a concession whose proof must be seen is bought at the counter", async () => {
    const offered = await quotation(await sell(), { toTypeId: undefined });
    expect(offered.data.types.every(({ id }) => id !== student)).toBe(true);
  });

  it("without the right, and from another tenant", async () => {
    const sold = await sell();
    const { token: keeper } = await backend.createUser({
      grants: ["offlineOrderList", "offlineOrderList/order:change"],
    });
    expect((await supplement(sold, {}, keeper)).status).toBe(403);
    expect((await supplement(sold, {}, await backend.createCorp("3403"))).status).toBe(404);
  });
});
