/** Concessions: who may buy cheaper or free, told by the number or shown and ticked; the wrong one is refused and the right one offered. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail, refundOrder } from "~/contract/order/order";
import { checkTicket } from "~/contract/ticket/check";
import { concession } from "~/contract/ticket/concession";
import { printTickets } from "~/contract/ticket/issued";
import { park as parkResource } from "~/contract/ticket/park";
import { getCounter, quoteSale, sellTickets } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark, fresh, saleOf, type TestPark, today } from "~tests/support/park";
import { saveCombo } from "./combos";
import { addConcession, numberOf, saveConcession, visitorOf } from "./concessions";

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

type Sale = Partial<PayloadOf<typeof sellTickets>>;
const sell = (ticketTypeId: number, payload: Sale = {}) =>
  backend.call(sellTickets, saleOf(ticketTypeId, { lines: [{ ticketTypeId, quantity: 1 }], ...payload }));
const quote = async (lines: Sale["lines"], more: object = {}) =>
  (await backend.call(quoteSale, { visitDay: today, lines: lines ?? [], ...more })).data;
const tickets = async () => Number((await backend.sql<{ n: number }>("select count(*)::int as n from ticket"))[0]?.n);

const named = (fields: Record<string, unknown>) => park.addType({ realName: "perTicket", ...fields });
/** A type for one person with a name, and a sale of it to whoever has the number. */
async function typeFor(fields: Record<string, unknown>, type: Record<string, unknown> = {}) {
  const concessionId = await addConcession(backend, fields);
  const id = await named({ name: "优待票", listPrice: 4000, concessionId, ...type });
  const sellTo = async (identity: string, more: Sale = {}, document = "resident", country = "") => {
    const reply = await sell(id, { visitors: [visitorOf("李雷", identity, document, country)], ...more });
    const [said = ""] = Object.values(reply.errors ?? {}).flat();
    return reply.status === 200 ? "sold" : said || reply.message;
  };
  return { id, concessionId, sellTo };
}

describe("a concession told by the number", () => {
  it("of an age counts whole years on the day of the visit, both ends included", async () => {
    const { sellTo } = await typeFor({ name: "未成年人", basis: "age", ageFrom: 7, ageTo: 18, proof: "number" });
    // 18 until the day before the nineteenth birthday, and on the day of the visit, not of the sale.
    expect(await sellTo(numberOf("330106", "20071121"))).toBe("sold");
    expect(await sellTo(numberOf("330106", "20071120"))).toBe("“优待票”限 7–18 周岁，此证件在 2026-11-20 为 19 周岁");
    expect(await sellTo(numberOf("330106", "20071121"), { visitDay: "2026-11-21" })).toMatch(/为 19 周岁$/);
    expect(await sellTo(numberOf("330106", "20191120"))).toBe("sold");
    expect(await sellTo(numberOf("330106", "20191121"))).toMatch(/为 6 周岁$/);
    expect(await tickets()).toBe(2);
  });

  it("has no limit where none is said, and the proof is asked for where the document does not tell", async () => {
    const { sellTo, concessionId } = await typeFor({ name: "长者", basis: "age", ageFrom: 60, proof: "number" });
    expect(await sellTo(numberOf("330106", "19200101"))).toBe("sold");
    expect(await sellTo("E12345678", {}, "passport", "USA")).toBe("“长者”须查验身份证：应查 1 人，已勾选 0 人");
    expect(await sellTo("E12345678", { proofs: [{ concessionId, seen: 1 }] }, "passport", "USA")).toBe("sold");
    expect(await tickets()).toBe(2);
  });

  it("of residents looks at the area, or at what is shown where either will do", async () => {
    const only = await typeFor({ name: "本市居民", basis: "resident", areas: "3301、330206", proof: "number" });
    expect(await only.sellTo(numberOf("330106", "19900101"))).toBe("sold");
    expect(await only.sellTo(numberOf("330206", "19900101"))).toBe("sold");
    expect(await only.sellTo(numberOf("330203", "19900101"))).toMatch(/此证件号码不是$/);
    const either = await typeFor({
      name: "居住证",
      basis: "resident",
      areas: "3301",
      proof: "either",
      shows: "居住证",
    });
    const other = numberOf("110101", "19900101");
    expect(await either.sellTo(numberOf("330106", "19900102"))).toBe("sold");
    expect(await either.sellTo(other)).toBe("“居住证”须查验居住证：应查 1 人，已勾选 0 人");
    expect(await either.sellTo(other, { proofs: [{ concessionId: either.concessionId, seen: 1 }] })).toBe("sold");
    expect(await tickets()).toBe(4);
  });

  it("of soldiers looks at the kind of document", async () => {
    const { sellTo } = await typeFor({ name: "军人", basis: "soldier", proof: "number", shows: "军官证" });
    expect(await sellTo("军字第2001988号", {}, "military")).toBe("sold");
    expect(await sellTo(numberOf("330106", "19900101"))).toBe("“优待票”限军人，请提供军人证件");
  });
});

describe("a concession that is shown", () => {
  it.each([
    ["student", {}],
    ["disabled", {}],
    ["other", {}],
    ["height", { heightTo: 120 }],
  ])("of %s is sold once the seller has ticked the proof of each", async (basis, more) => {
    const concessionId = await addConcession(backend, { name: "凭证优待", basis, shows: "凭证", ...more });
    const id = await park.addType({ name: "优待票", listPrice: 4000, concessionId });
    const lines = [{ ticketTypeId: id, quantity: 3 }];
    const asked = await quote(lines);
    expect(asked.proofs).toEqual([{ concessionId, name: "凭证优待", shows: "凭证", needed: 3, seen: 0 }]);
    expect(asked.whyNot).toBe("");
    const few = await sell(id, { lines, proofs: [{ concessionId, seen: 2 }] });
    expect([few.status, few.errors]).toEqual([
      422,
      { [`proofs.${concessionId}`]: ["“凭证优待”须查验凭证：应查 3 人，已勾选 2 人"] },
    ]);
    expect(await tickets()).toBe(0);
    expect((await sell(id, { lines, proofs: [{ concessionId, seen: 3 }] })).status).toBe(200);
    expect(await tickets()).toBe(3);
  });

  it("does not make anybody younger than their number says", async () => {
    const { sellTo, concessionId } = await typeFor({ name: "儿童", basis: "age", ageTo: 6, proof: "shown" });
    const proofs = [{ concessionId, seen: 1 }];
    expect(await sellTo(numberOf("330106", "20000101"), { proofs })).toMatch(
      /限 6 周岁及以下，此证件在 2026-11-20 为 26 周岁$/,
    );
    expect(await sellTo(numberOf("330106", "20220101"), { proofs })).toBe("sold");
  });

  it("is asked once for a person of a combo, whatever the combo is made of", async () => {
    const concessionId = await addConcession(backend, { name: "学生", basis: "student", shows: "学生证" });
    const typeId = await park.addType({ name: "学生联票", kind: "combo", listPrice: 6000, concessionId });
    const other = await park.addType({ name: "索道" });
    await saveCombo(backend, typeId, [
      { ticketTypeId: park.adultId, quantity: 1, weight: 1 },
      { ticketTypeId: other, quantity: 1, weight: 1 },
    ]);
    expect((await quote([{ ticketTypeId: typeId, quantity: 2 }])).proofs).toMatchObject([{ needed: 2 }]);
    const lines = [{ ticketTypeId: typeId, quantity: 2 }];
    expect((await sell(typeId, { lines })).status).toBe(422);
    expect((await sell(typeId, { lines, proofs: [{ concessionId, seen: 2 }] })).status).toBe(200);
    const rows = await backend.sql<{ name: string }>("select rules -> 'concession' ->> 'name' as name from ticket");
    expect(rows.map(({ name }) => name)).toEqual(["学生", "学生", "学生", "学生"]);
  });
});

describe("children for each paying adult", () => {
  it("are as many as the rule says, and adults who pay nothing or stand in children's places do not count", async () => {
    const free = await addConcession(backend, { name: "免票儿童", basis: "height", heightTo: 120, perAdult: 1 });
    const older = await addConcession(backend, { name: "大儿童", basis: "age", ageFrom: 7, ageTo: 18 });
    const freeId = await park.addType({ name: "儿童免票", listPrice: 0, concessionId: free });
    const olderId = await park.addType({ name: "儿童半票", listPrice: 4000, concessionId: older });
    const cart = (adults: number, children: number, others = 0) =>
      [
        { ticketTypeId: park.adultId, quantity: adults },
        { ticketTypeId: freeId, quantity: children },
        { ticketTypeId: olderId, quantity: others },
      ].filter(({ quantity }) => quantity > 0);
    const sentence = "“儿童免票”每名购票成人最多 1 张：本单付费成人 1 名，最多 1 张，已选 2 张";
    expect((await quote(cart(1, 2))).whyNot).toBe(sentence);
    const proofs = [
      { concessionId: free, seen: 2 },
      { concessionId: older, seen: 2 },
    ];
    const refused = await sell(freeId, { lines: cart(1, 2, 2), proofs });
    expect([refused.status, refused.message]).toEqual([409, sentence]);
    expect((await sell(freeId, { lines: cart(0, 1), proofs })).status).toBe(409);
    expect(await tickets()).toBe(0);
    const { data } = await sell(freeId, { lines: cart(2, 2), proofs });
    expect((await backend.call(orderDetail, { id: data.orderId })).data.payable).toBe(16_000);
    expect(await tickets()).toBe(4);
  });

  it("go back with the adult who paid: not alone, whichever way the tickets are chosen", async () => {
    const free = await addConcession(backend, { name: "免票儿童", basis: "height", heightTo: 120, perAdult: 1 });
    const freeId = await park.addType({ name: "儿童免票", listPrice: 0, concessionId: free });
    const lines = [
      { ticketTypeId: park.adultId, quantity: 2 },
      { ticketTypeId: freeId, quantity: 2 },
    ];
    const { data } = await sell(freeId, { lines, proofs: [{ concessionId: free, seen: 2 }] });
    const { orderId } = data;
    const [one, two, first, second] = (await backend.call(orderDetail, { id: orderId })).data.tickets;
    const give = (...chosen: (typeof one)[]) =>
      backend.call(refundOrder, {
        ...{ idempotencyKey: crypto.randomUUID(), orderId, reason: "改行程" },
        ticketIds: chosen.map((ticket) => ticket?.id ?? 0),
      });
    const alone = await give(one);
    expect([alone.status, alone.message]).toEqual([
      409,
      `“儿童免票”每名购票成人最多 1 张：退后只剩付费成人 1 名，请一并退掉 ${first?.ticketNo}`,
    ]);
    // A child by itself, then the adult whose child is gone, then the rest together.
    expect((await give(second)).status).toBe(200);
    expect((await give(one)).status).toBe(200);
    expect((await give(two)).message).toMatch(/只剩付费成人 0 名/);
    expect((await give(two, first)).status).toBe(200);
  });

  it("go with those of their own full-price ticket where the type says which that is", async () => {
    const free = await addConcession(backend, { name: "免票儿童", basis: "height", heightTo: 120, perAdult: 1 });
    const cable = await park.addType({ name: "索道票" });
    const freeId = await park.addType({
      name: "儿童免票",
      listPrice: 0,
      concessionId: free,
      insteadOfId: park.adultId,
    });
    const why = async (adultType: number) =>
      (
        await quote([
          { ticketTypeId: adultType, quantity: 1 },
          { ticketTypeId: freeId, quantity: 1 },
        ])
      ).whyNot;
    expect(await why(cable)).toMatch(/付费成人 0 名/);
    expect(await why(park.adultId)).toBe("");
  });
});

describe("the right one", () => {
  it("is offered by the number: cheaper than what is in the cart, or in place of the wrong one", async () => {
    const adultId = await named({ name: "成人实名票", listPrice: 8000 });
    const senior = await addConcession(backend, { name: "长者", basis: "age", ageFrom: 60, proof: "number" });
    const oldest = await addConcession(backend, { name: "高龄", basis: "age", ageFrom: 70, proof: "number" });
    const under = { insteadOfId: adultId };
    const seniorId = await named({ name: "长者票", listPrice: 4000, concessionId: senior, ...under });
    const freeId = await named({ name: "高龄免票", listPrice: 0, concessionId: oldest, ...under });
    const offered = async (ticketTypeId: number, ...born: string[]) =>
      (
        await quote([{ ticketTypeId, quantity: born.length }], {
          visitors: born.map((day, index) => (day ? visitorOf(`游客${index}`, numberOf("330106", day)) : null)),
        })
      ).instead.map(({ place, ticketTypeId: id, message }) => [place, id, message]);
    expect(await offered(adultId, "19900101", "19650101", "", "19500101")).toEqual([
      [1, seniorId, "游客1符合“长者票”（60 周岁及以上），¥40.00"],
      [3, freeId, "游客3符合“高龄免票”（70 周岁及以上），¥0.00"],
    ]);
    expect(await offered(seniorId, "19900101")).toEqual([[0, adultId, "游客0可改购“成人实名票”，¥80.00"]]);
    expect(await offered(freeId, "19650101")).toEqual([[0, seniorId, "游客0符合“长者票”（60 周岁及以上），¥40.00"]]);
    expect(await offered(freeId, "19500101")).toEqual([]);
  });
});

describe("a free ticket", () => {
  it("is sold at nought, counted, printed and checked like any, and its proof is asked for at the gate", async () => {
    const concessionId = await addConcession(backend, { name: "残疾人", basis: "disabled", shows: "残疾人证" });
    const id = await park.addType({ name: "残疾人免票", listPrice: 0, concessionId });
    const { data } = await sell(id, { proofs: [{ concessionId, seen: 1 }], expectedPayable: 0 });
    const detail = (await backend.call(orderDetail, { id: data.orderId })).data;
    expect(detail).toMatchObject({ payable: 0, paid: 0 });
    const printed = (await backend.call(printTickets, { orderId: data.orderId })).data.tickets[0];
    expect(printed).toMatchObject({ price: 0, concession: "残疾人（残疾人证）" });
    const offer = (await backend.call(getCounter, {})).data.offers.find((one) => one.ticketTypeId === id);
    expect(offer?.concession).toEqual({
      id: concessionId,
      name: "残疾人",
      who: "残疾人",
      shows: "残疾人证",
      shown: true,
    });
    const check = { gateId: park.gateId, code: printed?.ticketNo ?? "", idempotencyKey: fresh("check") };
    const verdict = (await backend.call(checkTicket, check)).data;
    expect(verdict).toMatchObject({ admitted: true, ticket: { concession: { name: "残疾人", shows: "残疾人证" } } });
    expect((await backend.call(checkTicket, { ...check, idempotencyKey: fresh("check") })).data.admitted).toBe(false);
  });
});

describe("the rules of a concession", () => {
  const save = async (id: number, fields: object) => {
    const { status: _, ...row } = (await backend.call(ticketType.methods.get, { id })).data.record ?? {};
    return backend.call(ticketType.methods.save, { ...row, ...fields } as PayloadOf<typeof ticketType.methods.save>);
  };

  it("fit its kind", async () => {
    const wrong = async (fields: Record<string, unknown>) =>
      Object.keys((await saveConcession(backend, { name: "错", ...fields })).errors ?? {});
    expect(await wrong({ basis: "age" })).toEqual(["ageTo"]);
    expect(await wrong({ basis: "age", ageFrom: 20, ageTo: 10 })).toEqual(["ageTo"]);
    expect(await wrong({ basis: "height" })).toEqual(["heightTo"]);
    expect(await wrong({ basis: "resident" })).toContain("areas");
    expect(await wrong({ basis: "resident", areas: "杭州" })).toEqual(["areas"]);
    expect(await wrong({ basis: "student", proof: "number" })).toEqual(["proof"]);
    expect(await wrong({ basis: "student", shows: "" })).toEqual(["shows"]);
  });

  it("by the number ask for a name on each ticket, on the type and on the rule", async () => {
    const byNumber = await addConcession(backend, { name: "长者", basis: "age", ageFrom: 60, proof: "number" });
    const refused = await save(park.childId, { concessionId: byNumber });
    expect(refused.errors).toEqual({ concessionId: ["“长者”按证件号码认定，票种须“每票实名”"] });
    const shown = await addConcession(backend, { name: "老人", basis: "age", ageFrom: 60 });
    expect((await save(park.childId, { concessionId: shown })).status).toBe(200);
    const turned = await saveConcession(backend, {
      id: shown,
      name: "老人",
      basis: "age",
      ageFrom: 60,
      proof: "number",
    });
    expect(turned.errors).toEqual({ proof: ["票种“儿童票”未要求每票实名，不能按证件号码认定"] });
  });

  it("make no difference by residence at a government-priced sight, whichever is changed last", async () => {
    const resident = { name: "本地居民", basis: "resident", areas: "3301" };
    const local = await addConcession(backend, resident);
    const price = async (pricing: string) => {
      const { status: _, ...row } =
        (await backend.call(parkResource.methods.get, { id: park.parkId })).data.record ?? {};
      const { save: savePark } = parkResource.methods;
      return backend.call(savePark, { ...row, pricing } as PayloadOf<typeof savePark>);
    };
    expect((await save(park.childId, { concessionId: local })).status).toBe(200);
    expect((await price("government")).errors).toEqual({
      pricing: ["政府定价景区票价不得因户籍而不同：票种“儿童票”使用了居民优待"],
    });
    await save(park.childId, { concessionId: null });
    expect((await price("government")).status).toBe(200);
    expect(Object.keys((await save(park.childId, { concessionId: local })).errors ?? {})).toEqual(["concessionId"]);
    const student = await addConcession(backend, { name: "学生", basis: "student" });
    expect((await save(park.childId, { concessionId: student })).status).toBe(200);
    const turned = await saveConcession(backend, { ...resident, name: "学生", id: student });
    expect(Object.keys(turned.errors ?? {})).toEqual(["basis"]);
  });

  it("name a full-price type of the same park", async () => {
    const id = await addConcession(backend, { name: "学生", basis: "student" });
    const other = await createPark(backend);
    const wrong = async (fields: object) => (await save(park.childId, fields)).errors?.insteadOfId?.length;
    expect(await wrong({ insteadOfId: park.adultId })).toBe(1);
    expect(await wrong({ concessionId: id, insteadOfId: park.childId })).toBe(1);
    expect(await wrong({ concessionId: id, insteadOfId: other.adultId })).toBe(1);
    expect(await wrong({ concessionId: id, insteadOfId: park.adultId })).toBeUndefined();
    expect((await save(park.adultId, { concessionId: id })).status).toBe(422);
  });

  it("hold nothing up once suspended but the sale, and cannot be deleted while a type is sold under them", async () => {
    const concessionId = await addConcession(backend, { name: "学生", basis: "student" });
    const id = await park.addType({ name: "学生票", concessionId });
    const removed = await backend.call(concession.methods.remove, { id: concessionId });
    expect([removed.status, removed.message]).toEqual([409, expect.stringContaining("学生票")]);
    expect((await backend.call(concession.methods.suspend, { id: concessionId })).status).toBe(200);
    const refused = await sell(id, { proofs: [{ concessionId, seen: 1 }] });
    expect([refused.status, refused.message]).toEqual([409, "“学生票”的优待“学生”已停用，暂不能售"]);
  });

  it("are another tenant's own, and nobody's without the right", async () => {
    const concessionId = await addConcession(backend, { name: "学生", basis: "student" });
    const elsewhere = await backend.createCorp("0099");
    const theirs = await backend.call(concession.methods.get, { id: concessionId }, { as: elsewhere });
    expect(theirs.status).toBe(404);
    const seller = await backend.createUser({ grants: ["buyTktList", "buyTktList/sale:sell"] });
    expect((await saveConcession(backend, { name: "军人", basis: "soldier" }, seller.token)).status).toBe(403);
    const reader = await backend.createUser({ grants: ["concessionList"] });
    expect((await backend.call(concession.methods.list, {}, { as: reader.token })).data.records).toHaveLength(1);
    expect((await saveConcession(backend, { name: "军人", basis: "soldier" }, reader.token)).status).toBe(403);
  });
});
