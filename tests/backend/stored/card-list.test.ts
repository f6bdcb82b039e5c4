/** Stored-value cards for a company from a file: judged cell by cell, issued all or none, paid once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { mostOfStoredList } from "~/contract/card/list-bounds";
import { smartCard } from "~/contract/stored/card";
import { storedListLook, storedListSheet } from "~/contract/stored/card-list";
import { storedSlip } from "~/contract/stored/slip";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { race, raceIsReal, withoutLock } from "~tests/support/race";
import { heading, listing, row, staff } from "./listing";
import { identityOf, openStoredShop, type StoredShop } from "./support";

let backend: TestBackend;
let shop: StoredShop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openStoredShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  // Price 0, issue 10.00, deposit 20.00.
  typeId = await shop.addType({ cardFeeId: shop.feeId, fromStock: true });
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const { receive, sell, upload } = listing(() => ({ backend, typeId }));
const look = async (path: string, as = backend.admin) =>
  (await backend.call(storedListLook, { cardTypeId: typeId, path }, { as })).data.list;
const cardsOf = () =>
  backend.sql<{ number: string; holder_name: string; deposit: number }>(
    `select number, holder_name, deposit::int from stored_card where card_type_id = $1 and status = 'active' order by holder_name`,
    [typeId],
  );
const paidFor = async () =>
  backend.sql(
    `select coalesce(sum(m.paid_change), 0)::int as paid, count(distinct m.card_id)::int as cards
     from stored_money m join stored_card c on c.id = m.card_id where c.card_type_id = $1`,
    [typeId],
  );

describe("a list of people", () => {
  test("is issued at once: one order for the fees, a deposit on each card, numbers from the stock, the second press nothing", async () => {
    const no = await receive(6);
    const people = [...staff(3), row("甲", identityOf(), { number: no(5) }), row("乙")];
    const path = await upload(people);
    expect(await look(path)).toMatchObject({ problem: "", people: 5, wrong: 0, payable: 5_000, deposit: 10_000 });
    const payload = { idempotencyKey: fresh("stored-list-key"), expected: 15_000 };
    const sold = await sell(path, payload);
    expect(sold.message).toBe("");
    expect(sold.data).toMatchObject({ cards: 5, payable: 5_000, deposit: 10_000 });
    expect((await sell(path, payload)).data).toEqual(sold.data);
    const cards = await cardsOf();
    expect(cards.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5].map(no));
    expect(cards.find(({ holder_name }) => holder_name === "甲")).toEqual({
      ...{ number: no(5), holder_name: "甲", deposit: 2_000 },
    });
    expect(await paidFor()).toEqual([{ paid: 10_000, cards: 5 }]);
    const orders = await backend.sql(
      `select o.contact_name, sum(p.amount)::int as paid, (select count(*)::int from stored_charge h where h.order_id = o.id) as charges
       from orders o join payment p on p.order_id = o.id where o.id = $1 group by o.corp_code, o.id, o.contact_name`,
      [sold.data.orderId],
    );
    expect(orders).toEqual([{ contact_name: "青云软件", paid: 5_000, charges: 5 }]);
    // Each is a card as any other: it is topped up, and gives its deposit back.
    const [first] = await backend.sql<{ id: number }>("select id::int from stored_card where number = $1", [no(5)]);
    const topUp = { id: first?.id, amount: 1_000, paymentType: "cash" };
    expect((await backend.call(smartCard.methods.topUp, topUp as never)).message).toBe("");
    const ended = await backend.call(smartCard.methods.cancel, { id: first?.id, reason: "离职" } as never);
    expect(ended.message).toBe("");
    await checkInvariants(backend);
  });

  test("costs nothing where its type does: no order, no money, and no way to pay is asked for", async () => {
    typeId = await shop.addType();
    const path = await upload(staff(2));
    const sold = await sell(path, { paymentType: "", expected: 0 });
    expect(sold.message).toBe("");
    expect(sold.data).toEqual({
      ...{ listId: expect.any(Number), orderId: null, cards: 2, payable: 0, deposit: 0, principal: 0, gift: 0 },
    });
    const paper = (await backend.call(storedListSheet, { id: sold.data.listId })).data;
    expect(paper).toMatchObject({ company: "青云软件", orderId: null, orderNo: "", paymentType: "", principal: 0 });
    expect(paper.cards.map(({ holder, paid }) => [holder, paid])).toEqual([
      ["员工1", 0],
      ["员工2", 0],
    ]);
    expect(await paidFor()).toEqual([{ paid: 0, cards: 0 }]);
  });
});

describe("a list with top-ups", () => {
  const heads = [...heading, "充值金额（元）"];
  const withAmount = (amounts: string[], identity: () => string = identityOf) =>
    amounts.map((amount, at) => [...row(`员工${at + 1}`, identity()), amount]);
  const uploadAmounts = (amounts: string[], identity?: () => string) =>
    upload(withAmount(amounts, identity), backend.admin, heads);
  const held = () =>
    backend.sql(
      `select holder_name as name, principal::int, gift::int, deposit::int from stored_card
       where card_type_id = $1 and status = 'active' order by holder_name`,
      [typeId],
    );

  test("puts principal and gift of each row's tier onto its card, and takes fees, deposits and top-ups once", async () => {
    await receive(5);
    const path = await uploadAmounts(["99.99", "100", " ¥1234.56 ", "", "500.00"]);
    const list = await look(path);
    expect(list).toMatchObject({
      problem: "",
      wrong: 0,
      payable: 5_000,
      deposit: 10_000,
      principal: 193_455,
      gift: 17_000,
    });
    expect(list?.rows.map(({ principal, gift }) => [principal, gift])).toEqual([
      ...[
        [9_999, 0],
        [10_000, 1_000],
        [123_456, 8_000],
        [0, 0],
        [50_000, 8_000],
      ],
    ]);
    const payload = { idempotencyKey: fresh("stored-list-key"), expected: 208_455, expectedGift: 17_000 };
    const sold = await sell(path, payload);
    expect(sold.message).toBe("");
    expect(sold.data).toMatchObject({ cards: 5, payable: 5_000, deposit: 10_000, principal: 193_455, gift: 17_000 });
    const before = await digests(backend);
    expect((await sell(path, payload)).data).toEqual(sold.data);
    expect(changed(before, await digests(backend))).toEqual([]);
    expect(await held()).toEqual([
      { name: "员工1", principal: 9_999, gift: 0, deposit: 2_000 },
      { name: "员工2", principal: 10_000, gift: 1_000, deposit: 2_000 },
      { name: "员工3", principal: 123_456, gift: 8_000, deposit: 2_000 },
      { name: "员工4", principal: 0, gift: 0, deposit: 2_000 },
      { name: "员工5", principal: 50_000, gift: 8_000, deposit: 2_000 },
    ]);
    // By way of payment: the order's fees, and beside it what the cards hold.
    expect(await paidFor()).toEqual([{ paid: 203_455, cards: 5 }]);
    const [order] = await backend.sql(
      `select o.remark, sum(p.amount)::int as paid from orders o join payment p on p.corp_code = o.corp_code and p.order_id = o.id
       where o.id = $1 group by o.corp_code, o.id, o.remark`,
      [sold.data.orderId],
    );
    expect(order).toEqual({ remark: "同时充值 ¥1934.55，赠送 ¥170.00", paid: 5_000 });
    await checkInvariants(backend);
  });

  test("leaves a slip of each card, and a top-up that goes back as any other", async () => {
    await receive(2);
    expect((await sell(await uploadAmounts(["100", ""]))).message).toBe("");
    const rows = await backend.sql<{ id: number; slip: string; kind: string }>(
      `select c.id::int, l.source as slip, l.kind from stored_ledger l join stored_card c on c.corp_code = l.corp_code and c.id = l.stored_card_id
       where c.card_type_id = $1 order by c.holder_name, l.id`,
      [typeId],
    );
    expect(rows.map(({ kind }) => kind)).toEqual(["deposit", "topUp", "topUpGift", "deposit"]);
    const { id = 0, slip = "" } = rows[0] ?? {};
    expect((await backend.call(storedSlip, { id, slipNo: slip })).data).toMatchObject({
      ...{ slipNo: slip, amount: 10_000, gift: 1_000, tierFrom: 10_000, paymentType: "wechat" },
      ...{ principal: 10_000, giftAfter: 1_000 },
    });
    const ended = await backend.call(smartCard.methods.cancel, { id, reason: "离职" } as never);
    expect(ended.message).toBe("");
    expect(await paidFor()).toEqual([{ paid: 2_000, cards: 2 }]);
    await checkInvariants(backend);
  });

  test("is as it was where the column is empty", async () => {
    await receive(2);
    const path = await uploadAmounts(["", "0"]);
    expect(await look(path)).toMatchObject({ wrong: 0, principal: 0, gift: 0 });
    const sold = await sell(path, { expected: 6_000 });
    expect(sold.data).toMatchObject({ payable: 2_000, deposit: 4_000, principal: 0 });
    const moved = await backend.sql(
      `select distinct l.kind from stored_ledger l join stored_card c on c.corp_code = l.corp_code and c.id = l.stored_card_id where c.card_type_id = $1`,
      [typeId],
    );
    expect(moved).toEqual([{ kind: "deposit" }]);
  });

  test("says at its cell what is no amount or more than the card may hold, and writes nothing", async () => {
    await receive(9);
    const named = await uploadAmounts(["100", "-5", "1.234", "一百", "5000.01", "5000"]);
    const said = (await look(named))?.rows.map(({ errors }) =>
      errors.map(({ column, message }) => `${heads[column]}：${message}`).join(),
    );
    const wrong = "充值金额（元）：请输入正确的金额，最多两位小数";
    const above = "充值金额（元）：记名卡本金最多 5000.00 元，充值后为 5000.01 元";
    expect(said).toEqual(["", wrong, wrong, wrong, above, ""]);
    const unnamed = await uploadAmounts(["1000", "1000.01"], () => "");
    expect((await look(unnamed))?.rows.map(({ errors }) => errors.length)).toEqual([0, 1]);
    const before = await digests(backend);
    expect((await sell(named)).errors).toEqual({ file: ["有 4 行不对，没有办卡。请改好名单后重新上传"] });
    expect((await sell(unnamed)).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("refuses another sum and another gift than were shown, and money that is nobody's in hand", async () => {
    typeId = await shop.addType();
    const path = await uploadAmounts(["100"]);
    const before = await digests(backend);
    expect((await sell(path, { expected: 0 })).message).toContain("100.00");
    expect((await sell(path, { expected: 10_000, expectedGift: 2_000 })).message).toContain("现赠送 10.00 元");
    for (const paymentType of ["", "storedCard", "agency"])
      expect(Object.keys((await sell(path, { paymentType })).errors ?? {})).toEqual(["paymentType"]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("leaves nothing where its last card fails", async () => {
    await receive(3);
    const path = await uploadAmounts(["100", "200", "777.77"]);
    await backend.sql(`
      create function refuse_last() returns trigger language plpgsql as $$
      begin if new.amount = 77777 then raise exception 'the last one fails'; end if; return new; end $$;
      create trigger refuse_last before insert on stored_top_up for each row execute function refuse_last()`);
    const before = await digests(backend);
    try {
      expect((await sell(path)).status).toBe(500);
    } finally {
      await backend.sql("drop trigger refuse_last on stored_top_up; drop function refuse_last()");
    }
    expect(changed(before, await digests(backend))).toEqual([]);
    expect(await cardsOf()).toEqual([]);
    expect((await sell(path)).message).toBe("");
    expect(await held()).toHaveLength(3);
  });
});

describe("what is wrong", () => {
  test("is said at its cell, as a single sale says it, and nothing of the list is issued", async () => {
    const no = await receive(20);
    const [held, twin] = [identityOf(), identityOf()];
    expect((await sell(await upload([row("李四", held)]))).message).toBe("");
    const path = await upload([
      row("对的", identityOf()),
      row("", identityOf()),
      row("错号", "110101199001011230"),
      row("李四", held),
      row("双一", twin),
      row("双二", twin),
      row("护照", "E12345678", { kind: "护照" }),
      row("无卡", identityOf(), { number: "NOT-THERE" }),
      row("同卡一", identityOf(), { number: no(9) }),
      row("同卡二", identityOf(), { number: no(9) }),
      row("怪机", identityOf(), { mobile: "123" }),
    ]);
    const list = await look(path);
    const said = list?.rows.map(({ errors }) =>
      errors.map(({ column, message }) => `${heading[column]}：${message}`).join(),
    );
    expect(said).toEqual([
      "",
      "姓名：此项为必填项",
      expect.stringContaining("证件号："),
      expect.stringContaining("证件号：李四 已有一张“青云储值卡”"),
      "",
      "证件号：与第 6 行重复",
      // A passport is its country's: there is no such column.
      expect.stringContaining("：请填写签发护照的国家或地区"),
      expect.stringContaining("卡号：卡号 NOT-THERE 不在“青云储值卡”的入库批次中"),
      "",
      "卡号：与第 10 行重复",
      expect.stringContaining("手机："),
    ]);
    const before = await digests(backend);
    const reply = await sell(path);
    expect([reply.status, reply.errors]).toEqual([422, { file: ["有 8 行不对，没有办卡。请改好名单后重新上传"] }]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("with the whole is said above it: too many, too few in stock, another sum, no way to pay, a way that is none", async () => {
    const many = await upload(Array.from({ length: mostOfStoredList + 1 }, () => row("人")));
    expect((await look(many))?.problem).toContain(String(mostOfStoredList));
    await receive(1);
    const path = await upload(staff(2));
    expect((await look(path))?.problem).toBe("库存卡不够：剩 1 张，需要 2 张");
    const one = await upload(staff(1));
    const before = await digests(backend);
    expect((await sell(path)).errors?.file).toEqual(["库存卡不够：剩 1 张，需要 2 张"]);
    expect((await sell(one, { expected: 2_999 })).message).toContain("30.00");
    for (const paymentType of ["", "shells", "storedCard", "agency"])
      expect([paymentType, Object.keys((await sell(one, { paymentType })).errors ?? {})]).toEqual([
        paymentType,
        ["paymentType"],
      ]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("is another's file, another's type, and a role without the right", async () => {
    await receive(2);
    const path = await upload(staff(1));
    const other = await backend.createUser({ grants: ["smartCardList", "smartCardList/smartCard:sell"] });
    expect((await sell(path, {}, other.token)).errors?.file).toBeDefined();
    const reader = await backend.createUser({ grants: ["smartCardList"] });
    expect((await sell(path, {}, reader.token)).status).toBe(403);
    const as = await backend.createCorp(fresh("T").replaceAll("-", ""));
    expect((await sell(path, {}, as)).status).toBe(422);
    expect(await cardsOf()).toEqual([]);
  });
});

describe("at once", () => {
  test("two lists with the same person: one is issued whole, and the other not at all", async () => {
    await receive(8);
    const person = row("王五", identityOf());
    const files = [await upload([person, ...staff(2)]), await upload([...staff(2), person])];
    const all = await race(backend, 2, (n) => sell(files[n] ?? ""));
    expect(all.map(({ success }) => success).sort()).toEqual([false, true]);
    expect(await cardsOf()).toHaveLength(3);
    expect(await paidFor()).toEqual([{ paid: 6_000, cards: 3 }]);
  });

  const lastCards = async () => {
    const no = await receive(3);
    const files = [await upload(staff(2)), await upload([row("点名", identityOf(), { number: no(2) }), ...staff(1)])];
    return (await race(backend, 2, (n) => sell(files[n] ?? ""))).map(({ success }) => success);
  };

  test("two lists for three cards: no card is issued twice, and one list at most", async () => {
    const done = (await lastCards()).filter(Boolean).length;
    expect(done).toBeLessThanOrEqual(1);
    expect(await cardsOf()).toHaveLength(done * 2);
  });

  test.runIf(raceIsReal)("control: without the index the same person gets two", async () => {
    const [usual, usualShop] = [backend, shop];
    backend = await openTestBackend();
    shop = await openStoredShop(backend);
    typeId = await shop.addType({ cardFeeId: shop.feeId, fromStock: true });
    await receive(4);
    // Whoever has no numbers in hand begins anew, and would then see the other's card.
    await sell(await upload(staff(1)));
    await backend.sql("drop index stored_card_sole");
    const person = row("王五", identityOf());
    const files = [await upload([person]), await upload([person])];
    // Nobody goes on before both have read that the person holds none.
    const read = "select number from stored_card";
    const all = await withoutLock({ mark: read, lock: read, instead: read, people: 2 }, () =>
      race(backend, 2, (n) => sell(files[n] ?? "")),
    );
    expect(all.map(({ status }) => status)).toEqual([200, 200]);
    await backend.close();
    [backend, shop] = [usual, usualShop];
  });
});
