import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pos } from "~/contract/ticket/gate";
import { park as parkResource } from "~/contract/ticket/park";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, saleOf, type TestPark, today } from "~tests/support/park";
import { race } from "~tests/support/race";

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

describe("the counter sale", () => {
  it("shows what is on offer, quotes it, and sells it with tickets and payment", async () => {
    const counter = await backend.call(getCounter, {});
    expect(counter.data).toMatchObject({ today, visitDay: today, posId: park.posId, mayDiscount: true });
    expect(counter.data.offers.map(({ name, price, left, whyNot }) => ({ name, price, left, whyNot }))).toEqual([
      { name: "成人票", price: 8000, left: null, whyNot: "" },
      { name: "儿童票", price: 4000, left: null, whyNot: "" },
      { name: "实名票", price: 12000, left: null, whyNot: "" },
    ]);
    expect(counter.data.paymentTypes.map(({ value }) => value)).toContain("cash");

    const lines = [
      { ticketTypeId: park.adultId, quantity: 2 },
      { ticketTypeId: park.childId, quantity: 1 },
    ];
    const quoted = await backend.call(quoteSale, { visitDay: today, lines, discount: 1001, discountReason: "regular" });
    expect(quoted.data).toMatchObject({ total: 20000, discount: 1001, payable: 18999, whyNot: "" });

    const sold = await backend.call(
      sellTickets,
      saleOf(park.adultId, {
        lines,
        discount: 1001,
        discountReason: "regular",
        posId: park.posId,
        expectedPayable: 18999,
        contactName: "王小明",
      }),
    );
    expect(sold.data.orderNo).toMatch(/^OD20261120\d{6}$/);
    const [order] = await backend.sql("select * from orders where id = $1", [sold.data.orderId]);
    expect(order).toMatchObject({ state: "paid", total: 20000, payable: 18999, paid: 18999, pos_name: "一号窗口" });
    const tickets = await backend.sql("select * from ticket order by id");
    expect(tickets.map(({ price }) => price)).toEqual([7599, 7600, 3800]);
    expect(tickets[0]).toMatchObject({ state: "issued", valid_from: today, valid_to: today, admissions: 1, used: 0 });
  });

  it("is refused without a token, without the right to sell, and to another tenant", async () => {
    const nobody = await backend.call(sellTickets, saleOf(park.adultId), { as: "" });
    expect(nobody.status).toBe(401);
    const { token: keeper } = await backend.createUser({ grants: ["buyTktList"] });
    expect((await backend.call(getCounter, {}, { as: keeper })).status).toBe(200);
    expect((await backend.call(sellTickets, saleOf(park.adultId), { as: keeper })).status).toBe(403);
    const stranger = await backend.createCorp("0002");
    const foreign = await backend.call(sellTickets, saleOf(park.adultId), { as: stranger });
    expect(foreign.status).toBe(422);
    expect(foreign.errors).toEqual({ "lines.0.ticketTypeId": ["没有这个票种"] });
    expect((await backend.call(getCounter, {}, { as: stranger })).data.offers).toEqual([]);
    const theirs = await createPark(backend, stranger);
    const foreignPos = await backend.call(sellTickets, saleOf(theirs.adultId, { posId: park.posId }), { as: stranger });
    expect(foreignPos.status).toBe(422);
    expect(await backend.sql("select 1 from orders")).toEqual([]);
  });

  it("a discount needs the right to give one, and never exceeds the total", async () => {
    const { token: seller } = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
    expect((await backend.call(getCounter, {}, { as: seller })).data.mayDiscount).toBe(false);
    const payload = saleOf(park.adultId, { discount: 100 });
    const refused = await backend.call(sellTickets, payload, { as: seller });
    // A field's error, so that the form keeps what was typed.
    expect([refused.status, refused.errors]).toEqual([
      422,
      { discount: ["您没有“优惠”权限，请去掉优惠金额，或请管理员授权"] },
    ]);
    expect((await backend.call(sellTickets, saleOf(park.adultId), { as: seller })).status).toBe(200);
    const above = await backend.call(sellTickets, saleOf(park.adultId, { discount: 16001 }));
    expect([above.status, above.errors]).toEqual([422, { discount: ["优惠不能超过订单总额 160.00 元"] }]);
    const all = await backend.call(sellTickets, saleOf(park.adultId, { discount: 16000, discountReason: "leader" }));
    expect(all.status).toBe(200);
    const [free] = await backend.sql("select paid, payable from orders where id = $1", [all.data.orderId]);
    expect(free).toEqual({ paid: 0, payable: 0 });
  });

  it("a price that moved is refused, and says both prices", async () => {
    const reply = await backend.call(sellTickets, saleOf(park.adultId, { expectedPayable: 15000 }));
    expect([reply.status, reply.message]).toEqual([
      409,
      "价格已变：现在应收 160.00 元，页面上是 150.00 元，请确认后重新提交",
    ]);
    expect(await backend.sql("select 1 from orders")).toEqual([]);
  });

  it("pressed twice, also at once, it sells once; the key is good for nothing else", async () => {
    const payload = saleOf(park.adultId);
    const [one, two] = await race(backend, 2, () => backend.call(sellTickets, payload));
    const again = await backend.call(sellTickets, payload);
    expect([one?.status, two?.status, again.status]).toEqual([200, 200, 200]);
    expect(new Set([one?.data.orderId, two?.data.orderId, again.data.orderId]).size).toBe(1);
    expect(await backend.sql("select count(*)::int as n from ticket")).toEqual([{ n: 2 }]);
    const other = await backend.call(sellTickets, { ...payload, remark: "别的" });
    expect(other.status).toBe(409);
  });

  it.each([
    ["yesterday", { visitDay: "2026-11-19" }, "2026-11-19 已经过去，今天是 2026-11-20"],
    ["more than a year ahead", { visitDay: "2027-11-21" }, "只能预售 365 天以内的票，2027-11-21 太远"],
  ])("%s is refused", async (_, payload, message) => {
    const reply = await backend.call(sellTickets, saleOf(park.adultId, payload));
    expect([reply.status, reply.message]).toEqual([409, message]);
    const quoted = await backend.call(quoteSale, { lines: saleOf(park.adultId).lines, visitDay: payload.visitDay });
    expect(quoted.data.whyNot).toBe(message);
  });

  it("the business day is that of Shanghai", async () => {
    backend.setNow(new Date("2026-11-20T23:30:00Z"));
    expect((await backend.call(getCounter, {})).data.today).toBe("2026-11-21");
    expect((await backend.call(sellTickets, saleOf(park.adultId))).status).toBe(409);
    expect((await backend.call(sellTickets, saleOf(park.adultId, { visitDay: "2026-11-21" }))).status).toBe(200);
  });

  it("a type sells in its numbers, on its channels, and only while it is on sale", async () => {
    const pairId = await park.addType({ name: "双人票", minPerOrder: 2, maxPerOrder: 3 });
    const networkId = await park.addType({ name: "网络票", channels: ["network"] });
    const say = async (ticketTypeId: number, quantity: number) =>
      (await backend.call(sellTickets, saleOf(ticketTypeId, { lines: [{ ticketTypeId, quantity }] }))).message;
    expect(await say(pairId, 1)).toBe("“双人票”每单至少 2 张");
    expect(await say(pairId, 4)).toBe("“双人票”每单最多 3 张");
    const lines = [
      { ticketTypeId: pairId, quantity: 2 },
      { ticketTypeId: pairId, quantity: 2 },
    ];
    expect((await backend.call(sellTickets, saleOf(pairId, { lines }))).message).toBe("“双人票”每单最多 3 张");
    expect(await say(networkId, 1)).toBe("票种“网络票”不在窗口渠道销售");
    await backend.call(ticketType.methods.suspend, { id: pairId });
    expect(await say(pairId, 2)).toBe("票种“双人票”已停售，恢复后才能销售");
    const offers = (await backend.call(getCounter, {})).data.offers;
    expect(offers.find(({ name }) => name === "双人票")?.whyNot).toBe("票种“双人票”已停售，恢复后才能销售");
    await backend.call(ticketType.methods.retire, { id: pairId });
    expect(await say(pairId, 2)).toBe("票种“双人票”已下架，不再销售");
    await backend.call(parkResource.methods.suspend, { id: park.parkId });
    expect(await say(park.adultId, 2)).toBe("“成人票”所属的景区“青云山景区”已停用");
  });

  it("a type with slots needs one of its own that is not over", async () => {
    const id = await park.addType({
      name: "演出票",
      slots: [
        { startTime: "14:00", endTime: "15:00" },
        { startTime: "09:00", endTime: "09:30" },
      ],
      admissions: 1,
    });
    const say = async (slot: string, visitDay = today) =>
      (await backend.call(sellTickets, saleOf(id, { visitDay, lines: [{ ticketTypeId: id, slot, quantity: 1 }] })))
        .message;
    expect(await say("")).toBe("“演出票”分时段销售，请选择时段");
    expect(await say("10:00-11:00")).toBe("“演出票”没有时段 10:00-11:00");
    expect(await say("09:00-09:30")).toBe("“演出票”2026-11-20 的时段 09:00-09:30 已经结束");
    expect(await say("09:00-09:30", "2026-11-21")).toBe("");
    expect(await say("14:00-15:00")).toBe("");
    const offer = (await backend.call(getCounter, {})).data.offers.find(({ ticketTypeId }) => ticketTypeId === id);
    expect(offer?.slots).toEqual([
      { slot: "14:00-15:00", price: 8000, left: null, beyond: 0, whyNot: "", late: false },
    ]);
    backend.setNow(new Date("2026-11-20T15:00:00+08:00"));
    expect(await say("14:00-15:00")).toContain("今天的时段都已结束");
    const slotless = saleOf(park.adultId, {
      lines: [{ ticketTypeId: park.adultId, slot: "09:00-10:00", quantity: 1 }],
    });
    expect((await backend.call(sellTickets, slotless)).message).toBe("“成人票”不分时段，不能选择 09:00-10:00");
  });

  it("a quotation says who has had theirs, at their place, and takes nothing", async () => {
    const person = { name: "李雷", identity: "11010519491231002X" };
    const other = { name: "韩梅", identity: "440524198001010013" };
    await park.sell({ lines: [{ ticketTypeId: park.namedId, quantity: 2 }], visitors: [person, person] });
    const lines = [{ ticketTypeId: park.namedId, quantity: 3 }];
    const quote = async (visitors: (typeof person | null)[], as?: string) =>
      (await backend.call(quoteSale, { visitDay: today, lines, visitors }, as ? { as } : {})).data;
    const limit = "“实名票”每个证件每天限购 2 张：110105********002X 在 2026-11-20 已有 2 张，本单 1 张";
    const told = await quote([null, other, person]);
    expect([told.refusedVisitors, told.lines[0]?.whyNot, told.whyNot]).toEqual([
      [{ place: 2, message: limit }],
      limit,
      limit,
    ]);
    expect((await quote([other, null, null])).whyNot).toBe("");
    // Who sees their own sales alone is told of everybody's all the same.
    const { token } = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
    expect((await quote([person], token)).refusedVisitors).toEqual([{ place: 0, message: limit }]);
  });

  it("real names: one for each ticket, within the limit per identity number and day", async () => {
    const person = { name: "李雷", identity: "11010519491231002X" };
    const lines = [{ ticketTypeId: park.namedId, quantity: 1 }];
    const missing = await backend.call(sellTickets, saleOf(park.namedId, { lines }));
    expect([missing.status, missing.errors]).toEqual([422, { visitors: ["需要 1 位游客的姓名和证件号，现在有 0 位"] }]);
    const nameless = saleOf(park.namedId, { lines, visitors: [{ ...person, name: "" }] });
    expect((await backend.call(sellTickets, nameless)).errors).toEqual({ "visitors.0.name": ["请填写游客姓名"] });
    expect((await backend.call(sellTickets, saleOf(park.adultId, { visitors: [person] }))).status).toBe(422);

    const sold = await backend.call(sellTickets, saleOf(park.namedId, { lines, visitors: [person] }));
    const held = await backend.sql("select holder_name, holder_identity from ticket where order_id = $1", [
      sold.data.orderId,
    ]);
    expect(held).toEqual([{ holder_name: "李雷", holder_identity: "11010519491231002X" }]);

    // Two windows at once: one ticket is left for this person today.
    const replies = await race(backend, 3, () =>
      backend.call(sellTickets, saleOf(park.namedId, { lines, visitors: [person] })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)?.message).toBe(
      "“实名票”每个证件每天限购 2 张：110105********002X 在 2026-11-20 已有 2 张，本单 1 张",
    );
    const tomorrow = saleOf(park.namedId, { lines, visitors: [person], visitDay: "2026-11-21" });
    expect((await backend.call(sellTickets, tomorrow)).status).toBe(200);
  });

  it("kind, country and number are the person: two passports of one number are two, and limits count each", async () => {
    const lines = [{ ticketTypeId: park.namedId, quantity: 1 }];
    const buy = (holder: Record<string, string>) =>
      backend.call(sellTickets, saleOf(park.namedId, { lines, visitors: [{ name: "Kim", identity: "", ...holder }] }));
    const american = { document: "passport" as const, country: "USA", identity: "E1234567" };
    for (const identity of ["E1234567", "e 1234 567"]) {
      expect((await buy({ ...american, identity })).status).toBe(200);
    }
    const third = await buy(american);
    expect([third.status, third.message]).toEqual([
      409,
      "“实名票”每个证件每天限购 2 张：E1****67 在 2026-11-20 已有 2 张，本单 1 张",
    ]);
    expect((await buy({ ...american, country: "Canada" })).status).toBe(200);
    // A card before 2013 and its renewal are one person's.
    for (const identity of ["H1234567800", "H1234567801"]) {
      expect((await buy({ document: "hkMacaoPermit", identity })).status).toBe(200);
    }
    expect((await buy({ document: "hkMacaoPermit", identity: "H12345678" })).status).toBe(409);
    const held = await backend.sql(
      "select holder_document, holder_country, holder_identity, count(*)::int as n from ticket group by 1, 2, 3 order by 1, 2",
    );
    expect(held).toEqual([
      { holder_document: "hkMacaoPermit", holder_country: "", holder_identity: "H12345678", n: 2 },
      { holder_document: "passport", holder_country: "CAN", holder_identity: "E1234567", n: 1 },
      { holder_document: "passport", holder_country: "USA", holder_identity: "E1234567", n: 2 },
    ]);
  });

  it("a type takes the documents that it names, and says which; what is wrong is told by its field", async () => {
    const id = await park.addType({ name: "居民票", realName: "perTicket", documents: ["resident", "birth"] });
    const buy = (holder: Record<string, string>) =>
      backend.call(
        sellTickets,
        saleOf(id, {
          lines: [{ ticketTypeId: id, quantity: 1 }],
          visitors: [{ name: "Kim", identity: "", ...holder }],
        }),
      );
    const foreign = await buy({ document: "passport", country: "USA", identity: "E1234567" });
    expect([foreign.status, foreign.errors]).toEqual([
      422,
      { "visitors.0.document": ["“居民票”不收护照，可用：居民身份证、出生医学证明"] },
    ]);
    // The number says what it is, whatever was chosen.
    expect((await buy({ document: "resident", identity: "810000199003070013" })).status).toBe(422);
    expect((await buy({ document: "passport", identity: "E1234567" })).errors).toHaveProperty("visitors.0.country");
    expect((await buy({ document: "birth", identity: "12" })).errors).toHaveProperty("visitors.0.identity");
    expect(await backend.sql("select 1 from orders")).toEqual([]);
    expect((await buy({ document: "birth", identity: "a123456789" })).status).toBe(200);
    const offer = (await backend.call(getCounter, {})).data.offers.find(({ ticketTypeId }) => ticketTypeId === id);
    expect(offer?.documents).toEqual(["resident", "birth"]);
  });

  it("one name for the order holds all its tickets", async () => {
    const id = await park.addType({ name: "家庭票", realName: "perOrder" });
    const visitors = [{ name: "韩梅梅", identity: "11010519491231002X" }];
    const sold = await backend.call(sellTickets, saleOf(id, { visitors }));
    const held = await backend.sql("select distinct holder_name from ticket where order_id = $1", [sold.data.orderId]);
    expect(held).toEqual([{ holder_name: "韩梅梅" }]);
  });

  it("what is sold keeps the rule that it was sold under", async () => {
    const id = await park.addType({
      name: "年票",
      validity: "days",
      validDays: 30,
      refundRule: "approval",
      refundBands: [
        { hours: 24, feePercent: 0 },
        { hours: 2, feePercent: 20 },
      ],
    });
    const { orderId } = await park.sell({ lines: [{ ticketTypeId: id, quantity: 1 }], visitDay: "2026-12-01" });
    const { data } = await backend.call(ticketType.methods.get, { id });
    const saved = await backend.call(ticketType.methods.save, {
      ...data.record,
      status: undefined,
      refundRule: "never",
      refundBands: [],
      listPrice: 1,
      name: "改名",
    } as never);
    expect(saved).toMatchObject({ status: 200 });
    const [line] = await backend.sql("select * from sub_order where order_id = $1", [orderId]);
    expect(line).toMatchObject({
      business: "ticket",
      subject_id: id,
      name: "年票",
      unit_price: 8000,
      terms: {
        refundRule: "approval",
        refundBands: [
          { hours: 24, feePercent: 0 },
          { hours: 2, feePercent: 20 },
        ],
        validFrom: "2026-11-20",
        validTo: "2026-12-19",
      },
    });
    const late = await backend.call(sellTickets, saleOf(id, { visitDay: "2026-12-20" }));
    expect(late.message).toBe("“改名”自售出之日起 30 天内有效，2026-12-20 已超出有效期");
  });

  it("unknown payment types and suspended points of sale are refused", async () => {
    const shells = await backend.call(sellTickets, saleOf(park.adultId, { paymentType: "shells" }));
    expect(shells.errors).toEqual({ paymentType: ["没有这种支付方式"] });
    await backend.call(pos.methods.suspend, { id: park.posId });
    const closed = await backend.call(sellTickets, saleOf(park.adultId, { posId: park.posId }));
    expect(closed.errors).toEqual({ posId: ["没有这个售票终端，或者它已停用"] });
  });

  it("answers in the caller's language", async () => {
    const payload = saleOf(park.adultId, { visitDay: "2026-11-19" });
    const reply = await backend.call(sellTickets, payload, { language: "en" });
    expect(reply.message).toBe("2026-11-19 is in the past; today is 2026-11-20");
  });
});
