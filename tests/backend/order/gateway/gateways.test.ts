/** Both companies' protocols against servers of our own that sign with keys of their own: one interface, and no answer is trusted unsigned. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fenOf, yuanOf } from "~server/backend/business/order/payment/gateway/alipay";
import { gatewayOf } from "~server/backend/business/order/payment/gateway/companies";
import { type Charge, type Keys, Silent, Wrong } from "~server/backend/business/order/payment/gateway/gateway";
import { endOf, privateKeyOf } from "~server/backend/business/order/payment/gateway/keys";
import {
  alipayFields,
  PayCompanies,
  strangersKey,
  strangersPublicKey,
  wechatFields,
} from "~tests/support/pay-companies";

let companies: PayCompanies;
beforeAll(async () => {
  companies = await new PayCompanies().open();
});
afterAll(() => companies.close());
beforeEach(() => {
  companies.misbehave = [];
  companies.refundsPend = false;
});

const blank = { merchantNo: "", serialNo: "", apiKey: "", companyKeyId: "" };
const charge = (more: Partial<Charge> = {}): Charge => ({
  outTradeNo: `T${randomBytes(8).toString("hex")}`,
  ...{ amount: 12_340, subject: "门票 2 张", until: new Date(Date.now() + 300_000), noticeUrl: "" },
  ...more,
});
const codes = { fine: "280111111111111111", slow: "289911111111111111", poor: "280011111111111111" };

describe.each<[string, Keys]>([
  ["alipay", { ...blank, ...alipayFields }],
  ["wechat", wechatFields],
])("%s", (provider, keys) => {
  const gateway = () => gatewayOf(keys);
  const notice = (outTradeNo: string, amount: number, own = true) =>
    provider === "alipay"
      ? companies.alipayNotice({ outTradeNo, amount }, own)
      : companies.wechatNotice({ outTradeNo, amount }, own);
  const read = ({ headers, body }: { headers: Record<string, string>; body: string }) =>
    gateway().notice(new Headers(headers), body);

  it("shows a code, waits, is paid, and says so exactly to the fen", async () => {
    const wish = charge();
    const shown = await gateway().show(wish);
    expect(shown).toEqual({ state: "waiting", code: expect.stringContaining(wish.outTradeNo) });
    expect(await gateway().query(wish.outTradeNo)).toEqual({ state: "waiting" });
    companies.pays(wish.outTradeNo);
    const paid = await gateway().query(wish.outTradeNo);
    expect(paid).toMatchObject({
      state: "paid",
      amount: 12_340,
      transactionNo: expect.stringContaining(wish.outTradeNo),
    });
  });

  it("takes a payment code: at once, after the customer's password, or not at all", async () => {
    expect(await gateway().take(charge(), codes.fine)).toMatchObject({ state: "paid", amount: 12_340 });
    expect(await gateway().take(charge(), codes.slow)).toEqual({ state: "waiting" });
    expect(await gateway().take(charge(), codes.poor)).toMatchObject({
      state: "failed",
      why: expect.stringContaining("余额不足"),
    });
    expect(await gateway().query("T-nobody")).toEqual({ state: "none" });
  });

  it("is silent where nothing is known: no answer, one after it was done, one that a stranger signed", async () => {
    const wish = charge();
    companies.misbehave = ["silentBefore"];
    await expect(gateway().take(wish, codes.fine)).rejects.toBeInstanceOf(Silent);
    expect(await gateway().query(wish.outTradeNo)).toEqual({ state: "none" });
    companies.misbehave = ["silentAfter"];
    await expect(gateway().take(wish, codes.fine)).rejects.toBeInstanceOf(Silent);
    expect(await gateway().query(wish.outTradeNo)).toMatchObject({ state: "paid", amount: 12_340 });
    companies.misbehave = ["badSignature"];
    await expect(gateway().query(wish.outTradeNo)).rejects.toBeInstanceOf(Silent);
  });

  it.each(["show", "take"] as const)("closes what waits (%s), and says of what is paid that it is", async (how) => {
    const wish = charge();
    if (how === "show") await gateway().show(wish);
    else await gateway().take(wish, codes.slow);
    expect(await gateway().close(wish.outTradeNo, how)).toEqual({ state: "closed" });
    const paid = charge();
    await gateway().take(paid, codes.fine);
    expect(await gateway().close(paid.outTradeNo, how)).toMatchObject({ state: "paid" });
    expect(await gateway().close("T-nobody", how)).toEqual({ state: "closed" });
  });

  it("gives money back once for a number, pending until it is there, and never more than was taken", async () => {
    const wish = charge();
    await gateway().take(wish, codes.fine);
    const back = {
      outTradeNo: wish.outTradeNo,
      outRefundNo: `R${wish.outTradeNo}`,
      amount: 10_000,
      total: 12_340,
      reason: "退票",
    };
    companies.refundsPend = true;
    expect(await gateway().refund(back)).toEqual({ state: "pending" });
    expect(await gateway().refund(back)).toEqual({ state: "pending" });
    expect(await gateway().queryRefund(back)).toEqual({ state: "pending" });
    companies.refundsPend = false;
    expect(await gateway().queryRefund(back)).toEqual({ state: "done" });
    expect(companies.refunds.get(back.outRefundNo)).toMatchObject({ amount: 10_000, asked: 2 });
    const more = { ...back, outRefundNo: `${back.outRefundNo}-2` };
    expect(await gateway().refund(more)).toMatchObject({ state: "failed" });
  });

  it("reads a notice of its own alone", async () => {
    const { outTradeNo } = charge();
    const good = notice(outTradeNo, 500);
    expect(read(good)).toEqual({
      outTradeNo,
      standing: { state: "paid", amount: 500, transactionNo: expect.any(String) },
    });
    expect(read(notice(outTradeNo, 500, false))).toBeNull();
    expect(read({ ...good, body: good.body.replace(/A/, "B").replace(/500/, "501") })).toBeNull();
    expect(read({ headers: {}, body: "" })).toBeNull();
    expect(read({ headers: {}, body: "{" })).toBeNull();
  });

  it("knows whether a connection is good, without asking for money", async () => {
    const before = companies.trades.size;
    await gateway().attempt();
    await expect(gatewayOf({ ...keys, privateKey: strangersKey }).attempt()).rejects.toBeInstanceOf(Wrong);
    if (provider === "alipay") {
      await expect(gatewayOf({ ...keys, companyKey: strangersPublicKey }).attempt()).rejects.toBeInstanceOf(Silent);
    }
    expect(companies.trades.size).toBe(before);
  });
});

it("WeChat's notices are of now: an old one that is sent again says nothing", () => {
  const old = companies.wechatNotice({ outTradeNo: "T1", amount: 1 }, true, 600);
  expect(gatewayOf(wechatFields).notice(new Headers(old.headers), old.body)).toBeNull();
});

it("amounts are exact both ways, and what is none equals none", () => {
  expect([yuanOf(1), yuanOf(10), yuanOf(123_456), fenOf("0.01"), fenOf("0.1"), fenOf("1234.56"), fenOf("8")]).toEqual([
    ...["0.01", "0.10", "1234.56"],
    ...[1, 10, 123_456, 800],
  ]);
  for (const wrong of ["", "1.234", "-1", "1e3", undefined]) expect(fenOf(wrong)).toBeNaN();
});

it("keys are read in any frame, and of other texts none", () => {
  const { privateKey } = alipayFields;
  const bare = privateKey.replace(/-----[A-Z ]+-----|\s/g, "");
  expect(privateKeyOf(bare)?.equals(privateKeyOf(privateKey) ?? (undefined as never))).toBe(true);
  expect(privateKeyOf(privateKey.replaceAll("\n", " "))).not.toBeNull();
  expect(privateKeyOf("no key")).toBeNull();
  expect(bare.replace(/=+$/, "").endsWith(endOf(privateKey))).toBe(true);
});
