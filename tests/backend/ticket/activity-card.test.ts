/** Promotion codes: made and told once, redeemed once, by whom and for what they are, and given back where the batch says so. */
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { activityCard, activityCode, activityCodes, issueActivityCodes } from "~/contract/ticket/activity-card";
import { checkCharacter, codeAlphabet, codesIn, isCode } from "~/contract/ticket/activity-code";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { defaultPaths, encodePayload, tokenHeader } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { takeQuota } from "~server/backend/business/ticket/quota-take";
import type { TakeCards } from "~server/backend/business/ticket/reduce/cards";
import { sellWith } from "~server/backend/business/ticket/sale";
import { takesReduced } from "~server/backend/business/ticket/sale-store";
import { allServed } from "~server/backend/served";
import { openTestBackend, secretsOfTests, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, friday, saleOf, type TestPark, today } from "~tests/support/park";
import { race, raceIsReal, raceToInsert } from "~tests/support/race";

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

const fieldsOf = (fields: Record<string, unknown> = {}) =>
  ({
    ...{ name: "国庆特惠", rule: "rate", rate: 250, amount: null, price: null },
    ...{ startDay: today, endDay: "2026-11-30", quantity: 5, perPerson: null, givesBack: true },
    types: [{ ticketTypeId: park.adultId }],
    ...fields,
  }) as unknown as PayloadOf<typeof activityCard.methods.save>;

async function addBatch(fields: Record<string, unknown> = {}): Promise<{ id: number; codes: string[] }> {
  const reply = await backend.call(activityCard.methods.save, fieldsOf(fields));
  if (!reply.success) throw new Error(`${reply.status} ${reply.message} ${JSON.stringify(reply.errors)}`);
  const { id } = reply.data as { id: number };
  return { id, codes: (await backend.call(issueActivityCodes, { id })).data.codes };
}

const sell = (card: string, more: Record<string, unknown> = {}) =>
  backend.call(sellTickets, saleOf(park.adultId, { card, ...more }));
const why = async (card: string, more: Record<string, unknown> = {}) => (await sell(card, more)).errors?.card?.[0];
const prices = async () => (await backend.sql("select price from ticket order by id")).map(({ price }) => price);
const states = async () =>
  (await backend.sql("select state from activity_code order by state")).map(({ state }) => state);
const refund = (orderId: number) =>
  backend.call(refundOrder, { orderId, idempotencyKey: fresh("refund"), reason: "改变行程" });

test("a code is told from every mistyped one of a single character or of two that changed places", () => {
  const body = fc.array(fc.constantFrom(...codeAlphabet), { minLength: 11, maxLength: 11 }).map((all) => all.join(""));
  fc.assert(
    fc.property(body, fc.nat(11), fc.constantFrom(...codeAlphabet), (text, place, other) => {
      const code = text + checkCharacter(text);
      expect(isCode(code)).toBe(true);
      const wrong = code.slice(0, place) + other + code.slice(place + 1);
      expect(isCode(wrong)).toBe(wrong === code);
    }),
  );
  expect(codesIn("abcd-efgh-jkmn 2345-6789-abcd，ol23 4567 89ab")).toEqual([
    "ABCDEFGHJKMN",
    "23456789ABCD",
    "0123456789AB",
  ]);
});

describe("a batch", () => {
  it("tells its codes once; kept are a keyed hash and the last four; lost, they are made anew and the old ones void", async () => {
    const { id, codes } = await addBatch();
    expect(new Set(codes).size).toBe(5);
    expect(codes.every((code) => isCode(code.replaceAll("-", "")))).toBe(true);
    const kept = JSON.stringify(await backend.sql("select * from activity_code"));
    const trail = JSON.stringify(await backend.sql("select * from audit_log"));
    for (const code of codes)
      for (const text of [kept, trail]) {
        expect(text).not.toContain(code);
        expect(text).not.toContain(code.replaceAll("-", ""));
      }
    const again = await backend.call(issueActivityCodes, { id });
    expect([again.status, again.message]).toEqual([409, expect.stringContaining("不能再次导出")]);
    const [row] = (await backend.call(activityCode.methods.list, {})).data.records;
    expect(row?.tail).toMatch(/^\*{4}-\*{4}-[0-9A-Z]{4}$/);
    expect((await sell(codes[0] ?? "")).status).toBe(200);
    const anew = await backend.call(issueActivityCodes, { id, reason: "文件丢失" });
    expect(anew.data.codes).toHaveLength(4);
    expect((await backend.call(activityCodes, { id })).data).toMatchObject({ free: 4, used: 1, voided: 4 });
    expect(await why(codes[1] ?? "")).toContain("已作废");
    expect((await sell(anew.data.codes[0] ?? "")).status).toBe(200);
  });

  it("what was promised stays once the codes are told", async () => {
    const { id } = await addBatch();
    const save = (fields: Record<string, unknown>) =>
      backend.call(activityCard.methods.save, { ...fieldsOf(fields), id, rowVersion: 1 } as never);
    expect((await save({ rate: 100 })).errors).toHaveProperty("rate");
    expect((await save({ quantity: 50 })).errors).toHaveProperty("quantity");
    expect((await save({ endDay: "2026-12-31" })).status).toBe(200);
  });

  it("asks for the right to export, and is nobody else's", async () => {
    const reply = await backend.call(activityCard.methods.save, fieldsOf());
    const { id } = reply.data as { id: number };
    const { token } = await backend.createUser({ grants: ["activityCardList", "activityCardList/activityCard:edit"] });
    expect((await backend.call(issueActivityCodes, { id }, { as: token })).status).toBe(403);
    const stranger = await backend.createCorp("0002");
    expect((await backend.call(issueActivityCodes, { id }, { as: stranger })).status).toBe(404);
    expect((await backend.call(activityCodes, { id }, { as: stranger })).status).toBe(404);
    expect(await states()).toEqual([]);
  });
});

describe("a code at the counter", () => {
  it("takes its share, its amount, or leaves its price, off the dearest ticket that it is for", async () => {
    expect((await backend.call(getCounter, {})).data.takesCards).toBe(false);
    const share = await addBatch();
    const amount = await addBatch({
      rule: "amount",
      rate: null,
      amount: 1050,
      types: [{ ticketTypeId: park.childId }],
    });
    const price = await addBatch({ rule: "price", rate: null, price: 990 });
    expect((await backend.call(getCounter, {})).data.takesCards).toBe(true);
    const lines = [
      { ticketTypeId: park.childId, quantity: 1 },
      { ticketTypeId: park.adultId, quantity: 2 },
    ];
    const card = [share, amount, price].map(({ codes }) => codes[0]).join("，");
    const quoted = (await backend.call(quoteSale, { visitDay: today, lines, card })).data;
    expect(quoted).toMatchObject({ total: 20_000, payable: 9940, whyNot: "", refusedReductions: [] });
    expect(quoted.reductions.map(({ kind, amount: off }) => [kind, off])).toEqual([
      ["card", 1050],
      ["card", 2000],
      ["card", 7010],
    ]);
    expect(await states()).not.toContain("used");
    expect((await sell(card, { lines, expectedPayable: 9940 })).status).toBe(200);
    expect(await prices()).toEqual([2950, 6000, 990]);
    const [used] = (await backend.call(activityCode.methods.list, { filters: { state: "used" } })).data.records;
    expect(used?.orderNo).toMatch(/^OD/);
  });

  it("mistyped, unknown, twice, used, suspended, too early, over, or for other tickets: said at its field, nothing sold", async () => {
    const { id, codes } = await addBatch();
    const [one = "", two = "", three = ""] = codes;
    const flipped = (one.startsWith("2") ? "3" : "2") + one.slice(1);
    expect(await why(flipped)).toContain("输入有误");
    expect(await why(`00000000000${checkCharacter("00000000000")}`)).toContain("没有活动码");
    expect(await why(`${one},${one}`)).toContain("两次");
    expect(await why(one, { lines: [{ ticketTypeId: park.childId, quantity: 1 }] })).toContain("不适用");
    // Of two codes and one ticket the second has none.
    expect(await why(`${one},${two}`, { lines: [{ ticketTypeId: park.adultId, quantity: 1 }] })).toContain("不适用");
    await backend.call(activityCard.methods.suspend, { id });
    expect(await why(one)).toContain("已暂停");
    await backend.call(activityCard.methods.resume, { id });
    backend.setNow(new Date("2026-11-19T10:00:00+08:00"));
    expect(await why(one)).toContain("从 2026-11-20 开始");
    backend.setNow(new Date("2026-12-01T00:00:01+08:00"));
    expect(await why(one, { visitDay: "2026-12-01" })).toContain("已于 2026-11-30 结束");
    backend.setNow(friday);
    expect(await backend.sql("select 1 from orders")).toEqual([]);
    expect((await sell(one)).status).toBe(200);
    expect(await why(one)).toMatch(/已于 .* 用于订单 OD/);
    const stranger = await backend.createCorp("0002");
    const theirs = await createPark(backend, stranger);
    const foreign = await backend.call(sellTickets, saleOf(theirs.adultId, { card: three }), { as: stranger });
    expect(foreign.errors?.card?.[0]).toContain("没有活动码");
  });

  it("is used as often by one person as the batch says, by the document of the ticket or the mobile", async () => {
    const { codes } = await addBatch({
      perPerson: 1,
      types: [{ ticketTypeId: park.adultId }, { ticketTypeId: park.namedId }],
    });
    const [one = "", two = "", three = ""] = codes;
    expect((await sell(one)).errors).toHaveProperty("contactMobile");
    expect((await sell(one, { contactMobile: "13800138000" })).status).toBe(200);
    expect(await why(two, { contactMobile: "13800138000" })).toContain("每人限用 1 次，此人已用 1 次");
    expect(await why(`${two},${three}`, { contactMobile: "13900139000" })).toContain("每人限用");
    const lines = [{ ticketTypeId: park.namedId, quantity: 2 }];
    const visitors = [
      { name: "王小明", identity: "11010519491231002X" },
      { name: "李小红", identity: "440524188001010014" },
    ];
    expect((await sell(`${two},${three}`, { lines, visitors })).status).toBe(200);
    const again = await sell(codes[3] ?? "", {
      lines: [{ ticketTypeId: park.namedId, quantity: 1 }],
      visitors: visitors.slice(0, 1),
    });
    expect(again.errors?.card?.[0]).toContain("每人限用");
    expect(JSON.stringify(await backend.sql("select * from activity_code"))).not.toContain("13800138000");
  });

  it("comes back with a refund where the batch says so, and else does not", async () => {
    const back = await addBatch({ quantity: 1 });
    const gone = await addBatch({ quantity: 1, givesBack: false });
    const first = await sell(back.codes[0] ?? "");
    const second = await sell(gone.codes[0] ?? "");
    expect((await refund(first.data.orderId)).data.amount).toBe(14_000);
    expect((await refund(second.data.orderId)).data.amount).toBe(14_000);
    expect((await sell(back.codes[0] ?? "")).status).toBe(200);
    expect(await why(gone.codes[0] ?? "")).toContain("用于订单");
  });
});

describe("at once", () => {
  it("pressed twice it is used once", async () => {
    const { codes } = await addBatch();
    const payload = saleOf(park.adultId, { card: codes[0] ?? "" });
    const [one, two] = await race(backend, 2, () => backend.call(sellTickets, payload));
    expect([one?.status, two?.status, one?.data.orderId]).toEqual([200, 200, two?.data.orderId]);
  });

  it("of many tills that type the same code one uses it; the others have sold nothing", async () => {
    const { codes } = await addBatch();
    const replies = await race(backend, 6, () => sell(codes[0] ?? ""));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await backend.sql("select count(*)::int as n from orders")).toEqual([{ n: 1 }]);
    expect(await backend.sql("select used from activity_card")).toEqual([{ used: 1 }]);
  });

  it("of one person's codes at many tills as many are used as they may", async () => {
    const { codes } = await addBatch({ perPerson: 2 });
    const replies = await race(backend, 5, (person) => sell(codes[person] ?? "", { contactMobile: "13800138000" }));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
  });

  it("a batch exported at two desks at once is told once", async () => {
    const { data } = await backend.call(activityCard.methods.save, fieldsOf());
    const { id } = data as { id: number };
    const replies = await race(backend, 2, () => backend.call(issueActivityCodes, { id }));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await states()).toHaveLength(5);
  });

  it.runIf(raceIsReal)("control: without the statement's condition one code is used by several tills", async () => {
    const { codes } = await addBatch();
    await backend.sql("update activity_card set used = 0");
    const naive: TakeCards = async (call, takings, orderNo) => {
      for (const { codeId } of takings)
        await call.db.execute(
          sql`update activity_code set state = 'used', order_no = ${orderNo} where corp_code = '0001' and id = ${codeId}`,
        );
    };
    const served = [
      ...allServed.filter(({ method }) => method !== sellTickets),
      sellWith(takeQuota, { ...takesReduced, cards: naive }),
    ];
    const app = createBackend({ database: backend.database, now: () => friday, served, secrets: secretsOfTests });
    await raceToInsert(backend, "orders", 6, () =>
      app.request(defaultPaths.ticket, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", [tokenHeader]: backend.admin },
        body: new URLSearchParams(
          encodePayload({ method: sellTickets.name, ...saleOf(park.adultId, { card: codes[0] ?? "" }) }),
        ).toString(),
      }),
    );
    const [sold] = await backend.sql<{ n: number }>("select count(*)::int as n from orders");
    expect(sold?.n).toBeGreaterThan(1);
    await backend.sql("update activity_card set used = 1");
  });
});
