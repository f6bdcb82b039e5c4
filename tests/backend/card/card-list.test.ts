/** Cards for a company from a file: judged cell by cell, sold all or none, once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cardBatch } from "~/contract/card/batch";
import { seasonCard } from "~/contract/card/card";
import { cardListLook, cardListSheet, sellCardList } from "~/contract/card/card-list";
import { mostOfList } from "~/contract/card/list-bounds";
import { uploadPaths } from "~/contract/files";
import type { PayloadOf } from "~/contract/method";
import { refundOrder } from "~/contract/order/order";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { checkInvariants } from "~tests/support/invariants";
import { fresh, friday } from "~tests/support/park";
import { raceIsReal, raceToInsert } from "~tests/support/race";
import { send } from "../files/uploading";
import { csv, xlsx } from "../imports/importing";
import { identityOf, openShop, type Shop } from "./support";

let backend: TestBackend;
let shop: Shop;
let typeId = 0;
beforeAll(async () => {
  backend = await openTestBackend();
  shop = await openShop(backend);
});
beforeEach(async () => {
  backend.setNow(friday);
  typeId = await shop.addType();
});
afterAll(async () => {
  await checkInvariants(backend);
  await backend.close();
});

const heading = ["姓名", "证件类型", "证件号", "国家或地区", "手机", "卡号", "备注"];
const row = (
  name: string,
  identity: string,
  more: Partial<Record<"kind" | "country" | "mobile" | "number", string>> = {},
) => [...[name, more.kind ?? "", identity, more.country ?? "", more.mobile ?? "", more.number ?? "", ""]];
const upload = async (rows: string[][], as = backend.admin, head = heading, name = "名单.csv") => {
  const sent = await send(backend, uploadPaths.temporary, [{ bytes: csv([head, ...rows]), name }], {
    ...{ as, fields: { accept: "file" } },
  });
  if (!sent.success) throw new Error(sent.message);
  return sent.data;
};
const look = async (path: string, type = typeId, as = backend.admin) =>
  (await backend.call(cardListLook, { cardTypeId: type, path }, { as })).data.list;
const sell = (path: string, more: Partial<PayloadOf<typeof sellCardList>> = {}) =>
  backend.call(sellCardList, {
    ...{ idempotencyKey: fresh("list-key"), cardTypeId: typeId, path, paymentType: "wechat", company: "青云软件" },
    ...more,
  });
const cardsOf = (type = typeId) =>
  backend.sql<{ status: string; holder_name: string; deposit: number }>(
    "select status, holder_name, deposit::int from season_card where card_type_id = $1 order by id",
    [type],
  );

const staff = (count: number) => Array.from({ length: count }, (_, at) => row(`员工${at + 1}`, identityOf()));

describe("a list of people", () => {
  test("is sold as one order, paid once: each has a card, a charge and a deposit, and the sheet names them", async () => {
    const path = await upload(staff(12));
    expect(await look(path)).toMatchObject({ problem: "", people: 12, wrong: 0, payable: 372_000, deposit: 24_000 });
    const payload = { idempotencyKey: fresh("list-key"), expectedPayable: 372_000 };
    const sold = await sell(path, payload);
    expect(sold.message).toBe("");
    expect(sold.data).toMatchObject({ cards: 12, deposit: 24_000 });
    // The second press.
    expect((await sell(path, payload)).data).toEqual(sold.data);
    expect(await cardsOf()).toEqual(
      Array.from({ length: 12 }, (_, at) => ({ status: "sold", holder_name: `员工${at + 1}`, deposit: 2_000 })),
    );
    const { orderId } = sold.data;
    expect(await backend.sql("select payment_type, amount::int from payment where order_id = $1", [orderId])).toEqual([
      { payment_type: "wechat", amount: 372_000 },
    ]);
    expect(
      await backend.sql("select kind, quantity, amount::int from sub_order where order_id = $1 order by id", [orderId]),
    ).toEqual([
      { kind: "card", quantity: 12, amount: 360_000 },
      { kind: "issue", quantity: 12, amount: 12_000 },
    ]);
    const sheet = await backend.call(cardListSheet, { orderId });
    expect(sheet.data).toMatchObject({ company: "青云软件", payable: 372_000, deposit: 24_000 });
    expect(sheet.data.cards.map(({ holder, stateName }) => `${holder} ${stateName}`)).toHaveLength(12);
    expect(sheet.data.cards[0]?.identity).toContain("****");
    await checkInvariants(backend);
  });

  test("one of its cards goes back by itself, with what was paid for it alone", async () => {
    const { orderId } = (await sell(await upload(staff(3)))).data;
    const [card] = await backend.sql<{ id: number }>(
      "select id::int from season_card where card_type_id = $1 order by id limit 1",
      [typeId],
    );
    const reply = await backend.call(seasonCard.methods.cancel, { id: card?.id ?? 0, reason: "离职", expected: null });
    expect(reply.message).toBe("");
    expect((await cardsOf()).map(({ status }) => status)).toEqual(["cancelled", "sold", "sold"]);
    expect(await backend.sql("select sum(amount)::int as left from payment where order_id = $1", [orderId])).toEqual([
      { left: 93_000 - 15_000 },
    ]);
    await backend.call(refundOrder, { orderId, reason: "整单退", idempotencyKey: fresh("refund-key") });
    await checkInvariants(backend);
  });

  test("from Excel, with passports, other headings and other widths of letters", async () => {
    const bytes = await xlsx([
      ["Document no.", "ＮＡＭＥ *", "证件类型", "Country", "Email", "门牌"],
      ["E12345678", "Anna Berg", "Passport", "DEU", "anna@example.com", "x"],
    ]);
    expect((await backend.call(cardListLook, { cardTypeId: typeId })).data.list).toBeNull();
    const sent = await send(backend, uploadPaths.temporary, [{ bytes, name: "l.xlsx" }], {
      fields: { accept: "file" },
    });
    const list = await look(sent.data);
    expect(list?.columns.filter(({ known }) => !known).map(({ label }) => label)).toEqual(["门牌"]);
    expect(list?.rows.flatMap(({ errors }) => errors)).toEqual([]);
    expect((await sell(sent.data)).data).toMatchObject({ cards: 1 });
    expect(
      await backend.sql("select document, country, identity from season_card_holder order by id desc limit 1"),
    ).toEqual([{ document: "passport", country: "DEU", identity: "E12345678" }]);
    expect(await backend.sql("select email from season_card order by id desc limit 1")).toEqual([
      { email: "anna@example.com" },
    ]);
    const wrong = await xlsx([
      ["证件号", "姓名", "邮箱"],
      [identityOf(), "李四", "nobody"],
    ]);
    const again = await send(backend, uploadPaths.temporary, [{ bytes: wrong, name: "l.xlsx" }], {
      fields: { accept: "file" },
    });
    expect((await look(again.data))?.rows[0]?.errors).toEqual([{ column: 2, message: "请输入正确的邮箱格式" }]);
  });
});

describe("what is wrong", () => {
  test("is said in its cell, by the rules of a single sale, and nothing is sold", async () => {
    const asking = await shop.addType({ asksMobile: true });
    const taken = identityOf();
    const restricted = identityOf();
    expect(
      (await shop.sell(asking, { holders: [{ name: "李四", identity: taken }], mobile: "13800000001" })).message,
    ).toBe("");
    await backend.saved(restrictedVisitor.methods.save, {
      ...{
        name: "王五",
        document: "resident",
        country: "",
        identity: restricted,
        reason: "扰乱秩序",
        untilDay: "2027-11-20",
      },
    });
    const twin = identityOf();
    const ok = { mobile: "13800000009" };
    const path = await upload([
      row("好人", identityOf(), ok),
      row("", identityOf(), ok),
      row("错号", "110101199001011230", ok),
      row("李四", taken, ok),
      row("王五", restricted, ok),
      row("双一", twin, ok),
      row("双二", twin, ok),
      row("无机", identityOf()),
      row("怪件", identityOf(), { ...ok, kind: "会员证" }),
      row("无卡", identityOf(), { ...ok, number: "NOT-THERE" }),
      row("无证", "", ok),
    ]);
    const list = await look(path, asking);
    const said = list?.rows.map(({ errors }) =>
      errors.map(({ column, message }) => `${heading[column]}：${message}`).join(),
    );
    expect(said).toEqual([
      "",
      "姓名：此项为必填项",
      expect.stringContaining("证件号："),
      expect.stringContaining("证件号：李四 已有一张“青云山年卡”"),
      expect.stringContaining("证件号：王五"),
      "",
      "证件号：与第 7 行重复",
      "手机：此项为必填项",
      "证件类型：没有“会员证”",
      "卡号：库存中没有卡号 NOT-THERE 的“青云山年卡”",
      "证件号：此项为必填项",
    ]);
    expect(list?.wrong).toBe(9);
    const before = await digests(backend);
    const reply = await sell(path, { cardTypeId: asking });
    expect([reply.status, reply.errors]).toEqual([422, { file: ["有 9 行不对，没有办卡。请改好名单后重新上传"] }]);
    expect(changed(before, await digests(backend))).toEqual([]);
  });

  test("nobody is in the way by a card that ran out, activated, not activated or reported lost", async () => {
    const people = staff(3);
    await sell(await upload(people));
    const one = "(select min(id) from season_card where card_type_id = $1)";
    await backend.sql(`update season_card set status = 'active' where id = ${one}`, [typeId]);
    const last = one.replace("min", "max");
    await backend.sql(`update season_card set status = 'frozen', frozen_for = 'loss' where id = ${last}`, [typeId]);
    expect((await look(await upload(people)))?.wrong).toBe(3);
    backend.setNow(new Date(friday.getTime() + 365 * 86_400_000));
    const path = await upload(people);
    expect((await look(path))?.wrong).toBe(0);
    expect((await sell(path)).message).toBe("");
    expect((await cardsOf()).map(({ status }) => status)).toEqual([
      ...["expired", "expired", "expired", "sold", "sold", "sold"],
    ]);
  });

  test("with the file as a whole is said above it: columns, too many people, no table, somebody else's", async () => {
    expect((await look(await upload([["a"]], backend.admin, ["x"])))?.problem).toContain("表头");
    expect((await look(await upload([["张三"]], backend.admin, ["姓名"])))?.problem).toContain("证件号");
    const many = Array.from({ length: mostOfList + 1 }, () => row("人", "1"));
    expect((await look(await upload(many)))?.problem).toContain(String(mostOfList));
    const other = await backend.createUser({ grants: ["seasonCardList", "seasonCardList/seasonCard:sell"] });
    const theirs = await upload(staff(1), other.token);
    expect(await look(theirs)).toMatchObject({ problem: "文件已不存在，请重新上传", rows: [] });
    expect((await sell(theirs)).errors).toEqual({ file: ["文件已不存在，请重新上传"] });
    const gone = "/files/0001/202611/abcdefghijklmnopqrstuvwxyz.csv";
    expect((await look(gone))?.problem).toBe("文件已不存在，请重新上传");
    const blind = await backend.createUser({ grants: ["seasonCardList"] });
    expect((await backend.call(cardListLook, {}, { as: blind.token })).status).toBe(403);
  });

  test("a price that moved, a type off sale and a payment type that is none sell nothing", async () => {
    const path = await upload(staff(2));
    const before = await digests(backend);
    expect((await sell(path, { expectedPayable: 1 })).message).toContain("620.00");
    expect((await sell(path, { paymentType: "shells" })).status).toBe(422);
    expect((await sell(path, { cardTypeId: 99_999_999 })).status).toBe(422);
    expect(changed(before, await digests(backend))).toEqual([]);
  });
});

describe("plastic from the stock", () => {
  test("named cards go to their people, the others get the next ones; too few are said before", async () => {
    const type = await shop.addType({ fromStock: true, stockWarn: 2 });
    const prefix = fresh("B").replaceAll(/\D/g, "").slice(-5);
    await backend.saved(cardBatch.methods.save, {
      ...{ cardTypeId: type, firstNumber: `P${prefix}001`, lastNumber: `P${prefix}005`, receivedOn: "2026-11-20" },
    });
    const named = `P${prefix}002`;
    const people = staff(3);
    if (people[1]) people[1][5] = named.toLowerCase();
    const path = await upload(people);
    expect((await look(path, type))?.problem).toBe("");
    const sold = await sell(path, { cardTypeId: type });
    expect(sold.message).toBe("");
    const numbers = await backend.sql(
      "select number, holder_name from season_card where card_type_id = $1 and status = 'sold' order by holder_name",
      [type],
    );
    expect(numbers).toEqual([
      { number: `P${prefix}001`, holder_name: "员工1" },
      { number: named, holder_name: "员工2" },
      { number: `P${prefix}003`, holder_name: "员工3" },
    ]);
    const warned = await backend.sql("select 1 from message where kind = 'stock' and matter = $1", [
      `card-stock-${type}`,
    ]);
    expect(warned.length).toBeGreaterThan(0);
    const more = await upload(staff(3));
    expect((await look(more, type))?.problem).toBe("库存卡不够：剩 2 张，需要 3 张");
    expect((await sell(more, { cardTypeId: type })).errors).toEqual({ file: ["库存卡不够：剩 2 张，需要 3 张"] });
  });
});

describe("at the same moment", () => {
  const twoLists = async () => {
    const people = staff(5);
    const paths = [await upload(people), await upload([...people].reverse())];
    return raceToInsert(backend, "season_card_holder", 2, (person) => sell(paths[person] ?? ""));
  };

  test("two who sell the same people: one sells all, the other none", async () => {
    const all = await twoLists();
    expect(all.map(({ status }) => status).sort()).toEqual([200, 422]);
    expect(await cardsOf()).toHaveLength(5);
  });

  test("somebody who got a card between the preview and the press: nothing is sold, and their line says so", async () => {
    const people = staff(3);
    const path = await upload(people);
    expect((await look(path))?.wrong).toBe(0);
    await shop.sell(typeId, { holders: [{ name: "员工2", identity: people[1]?.[2] ?? "" }] });
    const before = await digests(backend);
    expect((await sell(path)).errors).toEqual({ file: ["有 1 行不对，没有办卡。请改好名单后重新上传"] });
    expect(changed(before, await digests(backend))).toEqual([]);
    expect((await look(path))?.rows.map(({ errors }) => errors.length)).toEqual([0, 1, 0]);
  });

  test.runIf(raceIsReal)("control: without the index both lists are sold", async () => {
    const [usual, usualShop, usualType] = [backend, shop, typeId];
    backend = await openTestBackend();
    shop = await openShop(backend);
    typeId = await shop.addType();
    await backend.sql("drop index season_card_holder_one");
    expect((await twoLists()).map(({ status }) => status)).toEqual([200, 200]);
    await backend.close();
    [backend, shop, typeId] = [usual, usualShop, usualType];
  });
});
