/** Payment types by till: which setting holds, what the counter shows, and what a sale and a change refuse. */
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { paySetting } from "~/contract/order/pay-setting";
import { pos } from "~/contract/ticket/gate";
import { getCounter, sellTickets } from "~/contract/ticket/sale";
import { choiceAt } from "~server/backend/business/order/payment/pay-setting";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark } from "~tests/support/park";
import { race } from "~tests/support/race";

const { methods } = paySetting;

describe("the nearest setting holds", () => {
  const choices = [
    { channel: null, posId: null, types: ["cash"] },
    { channel: "window", posId: null, types: ["wechat"] },
    { channel: null, posId: 7, types: ["card"] },
    { channel: "window", posId: 7, types: ["alipay"] },
  ];
  test.each([
    ["the till in its channel", choices, 7, ["alipay"]],
    ["the till", choices.slice(0, 3), 7, ["card"]],
    ["the channel", choices, 8, ["wechat"]],
    ["the channel, without a till", choices, null, ["wechat"]],
    ["the one for all", choices.slice(0, 1), 7, ["cash"]],
    ["none", [], 7, null],
    ["none of another channel", [{ channel: "mobile", posId: null, types: ["cash"] }], 7, null],
  ])("%s", (_name, from, posId, types) => {
    expect(choiceAt(from, { channel: "window", posId })).toEqual(types);
  });
});

describe("at the counter", () => {
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

  const set = (types: string[], fields: Record<string, unknown> = {}, as = backend.admin) =>
    backend.call(
      methods.save,
      {
        ...{ name: fresh("设置"), channel: null, posId: null, remark: null },
        types: types.map((paymentType) => ({ paymentType })),
        ...fields,
      } as PayloadOf<typeof methods.save>,
      { as },
    );
  const offered = async (posId = park.posId) =>
    (await backend.call(getCounter, { posId })).data.paymentTypes.map(({ value }) => value);
  const sell = (more: Record<string, unknown> = {}, as = backend.admin) =>
    backend.call(sellTickets, saleOf(park.adultId, { posId: park.posId, ...more }), { as });

  it("offers all types until something is set, then those of its till in their order", async () => {
    const all = await offered();
    expect(all).toEqual(expect.arrayContaining(["cash", "wechat", "alipay", "card"]));
    const other = await backend.saved(pos.methods.save, {
      ...{ code: fresh("POS"), name: "二号窗口", parkId: park.parkId, printer: "receipt80" },
    });
    expect((await set(["alipay", "cash"])).status).toBe(200);
    expect((await set(["card"], { posId: other })).status).toBe(200);
    expect([await offered(), await offered(other)]).toEqual([["alipay", "cash"], ["card"]]);
    // Suspended it holds no more; another channel's never did.
    const { id } = (await backend.call(methods.list, {})).data.records.find(({ posId }) => posId === null) ?? {};
    expect((await backend.call(methods.suspend, { id: Number(id) })).status).toBe(200);
    expect((await set(["cash"], { channel: "selfService" })).status).toBe(200);
    expect([await offered(), await offered(other)]).toEqual([all, ["card"]]);
  });

  it("is refused another type in a sentence, by one payment and by several, and writes nothing", async () => {
    await sell();
    await set(["alipay", "cash"], { posId: park.posId });
    const before = await digests(backend);
    const one = await sell({ paymentType: "wechat" });
    expect([one.status, one.errors?.paymentType]).toEqual([422, ["此处不收微信，请换一种支付方式。"]]);
    const payments = [
      { paymentType: "cash", amount: 6_000 },
      { paymentType: "card", amount: 10_000 },
    ];
    const several = await sell({ paymentType: undefined, payments });
    expect([several.status, several.errors?.["payments.1.paymentType"]]).toEqual([
      422,
      ["此处不收银行卡，请换一种支付方式。"],
    ]);
    const unknown = await sell({ paymentType: "shells" });
    expect([unknown.status, unknown.errors?.paymentType?.[0]]).toEqual([422, expect.not.stringContaining("此处不收")]);
    expect(await digests(backend)).toEqual(before);
    expect((await sell({ paymentType: "alipay" })).status).toBe(200);
  });

  it("takes the first of its setting beforehand, not what was taken last", async () => {
    await sell({ paymentType: "cash" });
    expect((await backend.call(getCounter, { posId: park.posId })).data.lastPaymentType).toBe("cash");
    await set(["alipay", "cash"]);
    expect((await backend.call(getCounter, { posId: park.posId })).data.lastPaymentType).toBeNull();
  });

  it("has one setting for a till, also when two people save one at once", async () => {
    expect((await set(["cash"], { name: "通用" })).status).toBe(200);
    const twin = await set(["card"]);
    expect([twin.status, twin.errors]).toEqual([422, { channel: ["该渠道和售票终端已有支付设置“通用”。"] }]);
    const both = await race(backend, 2, () => set(["card"], { posId: park.posId }));
    // The second has seen the first one's row, or meets it as it writes.
    expect([
      [200, 409],
      [200, 422],
    ]).toContainEqual(both.map(({ status }) => status).sort());
    const doubled = await set(["cash", "cash"], { channel: "mobile" });
    expect(doubled.status).toBe(422);
    expect((await set([], { channel: "mobile" })).status).toBe(422);
  });

  it("is not another tenant's business, and takes its right", async () => {
    await set(["alipay"]);
    const tenant = await backend.createCorp("7701");
    expect((await backend.call(methods.list, {}, { as: tenant })).data.records).toEqual([]);
    const seller = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell", "paySetting"] });
    const before = await digests(backend);
    expect((await set(["cash"], { channel: "mobile" }, seller.token)).status).toBe(403);
    expect((await set(["cash"], { posId: park.posId }, tenant)).status).toBe(422);
    expect(await digests(backend)).toEqual(before);
    expect((await sell({ paymentType: "cash" }, seller.token)).status).toBe(422);
    // Who works in one park alone is held to what is set for all.
    const bound = await backend.createUser({
      grants: ["buyTktList", "buyTktList/sale:sell"],
      parks: [park.parkId],
    });
    expect((await sell({ paymentType: "cash" }, bound.token)).status).toBe(422);
    expect((await sell({ paymentType: "alipay" }, bound.token)).status).toBe(200);
  });

  it("keeps a till from going that has one, and says so", async () => {
    await set(["cash"], { posId: park.posId, name: "一号" });
    const gone = await backend.call(pos.methods.remove, { id: park.posId });
    expect([gone.status, gone.message]).toEqual([409, expect.stringContaining("有 1 项支付设置（如“一号”）")]);
  });
});
