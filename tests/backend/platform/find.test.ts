/** The search over everything: what it finds, for whom, and what it finds for nobody. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { find } from "~/contract/platform/find";
import { theatreShow } from "~/contract/theatre/session";
import { agency } from "~/contract/travel/agency";
import { agencyContact } from "~/contract/travel/agency-contact";
import { nextPrefix } from "~server/backend/kernel/finder";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { fresh } from "~tests/support/park";
import { plansDuring, rowsRead } from "~tests/support/plans";
import { allRights, type FullPark, twoParks } from "~tests/support/two-parks";
import { openShop, person, type Shop } from "../card/support";
import { openStoredShop, type StoredShop, identityOf as storedIdentity } from "../stored/support";
import { addGuide, addSalesman, agencyInUse } from "../travel/sales-support";

let backend: TestBackend;
let near: FullPark;
let other: FullPark;
let bound: string;
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  ({ near, other } = await twoParks(backend));
  bound = (await allRights(backend, [near.parkId])).token;
}, 300_000);
afterAll(() => backend.close());

const found = async (q: string, as = backend.admin, language = "zh-CN") => {
  const reply = await backend.call(find, { q }, { as, language });
  expect([reply.status, reply.message]).toEqual([200, ""]);
  return reply.data.groups.flatMap(({ title, found: rows }) => rows.map(({ name, to }) => [title, name, to]));
};
const order = (park: FullPark) => ["订单", park.orderNo, `/offlineOrderDetail?id=${park.orderId}`];
const ticket = (park: FullPark) => ["票", park.ticketNo, `/ticketLogDetail?ticketNo=${park.ticketNo}`];

describe("a number finds its order and its ticket", () => {
  test.each([
    ["whole", () => near.orderNo],
    ["in small letters, with spaces", () => near.orderNo.toLowerCase().replace(/(\d{4})/g, " $1")],
    ["without its letters", () => near.orderNo.slice(2)],
    ["by its last digits", () => String(Number(near.orderNo.slice(-6)))],
    ["in full width", () => near.orderNo.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))],
  ])("%s", async (_, typed) => {
    expect(await found(typed())).toContainEqual(order(near));
  });

  test("as far as it was typed, the latest first", async () => {
    const names = (await found(near.orderNo.slice(0, 10))).map(([, name]) => String(name));
    expect(names.length).toBeGreaterThan(1);
    expect(names).toEqual([...names].sort().reverse());
    expect(await found(near.ticketNo)).toEqual([ticket(near)]);
  });

  test("that is none, or of a day long ago, finds nothing", async () => {
    expect(await found("OD20200101000001")).toEqual([]);
    expect(await found("999999")).toEqual([]);
    expect(await found("' or '1'='1")).toEqual([]);
    expect(await found("%_\\")).toEqual([]);
  });
});

test("a mobile number whole finds what is known by it, a part of one nothing", async () => {
  await backend.sql("update orders set contact_mobile = '13911112222' where id = $1", [near.orderId]);
  expect(await found("139 1111 2222")).toContainEqual(order(near));
  expect(await found("13911112222")).toContainEqual(order(near));
  expect(await found("+8613911112222")).toContainEqual(order(near));
  expect(await found("1391111")).toEqual([]);
  const reply = await backend.call(find, { q: "13911112222" });
  expect(JSON.stringify(reply.data)).not.toContain("13911112222");
});

test("a document of any kind finds its holder's ticket, a part of one nothing", async () => {
  for (const [document, country, identity, typed] of [
    ["passport", "USA", "E12345678", "e1234 5678"],
    ["hkMacaoPermit", "", "H12345678", "H12345678"],
    ["resident", "", "11010119900307109X", "11010119900307109x"],
  ] as const) {
    await backend.sql(
      "update ticket set holder_document = $2, holder_country = $3, holder_identity = $4 where ticket_no = $1",
      [near.ticketNo, document, country, identity],
    );
    expect(await found(typed), document).toContainEqual(ticket(near));
    expect(await found(identity.slice(0, 6)), document).not.toContainEqual(ticket(near));
  }
});

test("people are found by a part of their name, and boxes by their number", async () => {
  const { accName } = await backend.createUser({});
  const [titles] = await found(accName);
  expect(titles?.slice(0, 1)).toEqual(["操作员"]);
  const [box] = await backend.sql<{ number: string }>("select number from locker_box where id = $1", [
    near.lockerBoxId,
  ]);
  expect(await found(box?.number ?? "")).toContainEqual(["柜格", box?.number, `/locker/boxList/${near.lockerBoxId}`]);
});

describe("cards and the trade", () => {
  let shop: Shop;
  let stored: StoredShop;
  let typeId: number;
  let storedType: number;
  beforeAll(async () => {
    shop = await openShop(backend);
    stored = await openStoredShop(backend);
    typeId = await shop.addType({ holdersMost: 3 });
    storedType = await stored.addType();
  });

  test("a season card by its number, and by mobile, document or name of any of its holders", async () => {
    const [parent, child] = [person("欧阳振华"), person("欧阳小满")];
    const { data } = await shop.sell(typeId, { holders: [parent, child], mobile: "13922223333" });
    const [row] = await backend.sql<{ number: string }>("select number from season_card where id = $1", [data.cardId]);
    const number = row?.number ?? "";
    const card = ["年卡季卡", number, `/seasonCard/seasonCardList/${data.cardId}`];
    const written = [number, number.toLowerCase(), child.identity, "欧阳小满", "欧阳"];
    for (const typed of written) expect(await found(typed), typed).toEqual([card]);
    // With the order that it was bought by.
    expect((await found("139 2222 3333")).map(([title]) => title)).toEqual(["年卡季卡", "订单"]);
    for (const typed of ["欧", "小满", "1392222", child.identity.slice(0, 12), number.slice(0, -1)])
      expect(await found(typed), typed).toEqual([]);
    const { data: told } = await backend.call(find, { q: "13922223333" });
    expect(JSON.stringify(told)).not.toMatch(new RegExp(`13922223333|${child.identity}`));
  });

  test("a stored-value card likewise", async () => {
    const identity = storedIdentity();
    const { id, number } = await stored.sold(storedType, { holderName: "司马青云", identity, mobile: "13933334444" });
    const card = ["储值卡", number, `/smartCard/list/${id}`];
    for (const typed of [number, number.toLowerCase(), "13933334444", identity, "司马青云", "司马"])
      expect(await found(typed), typed).toEqual([card]);
    for (const typed of ["司", "青云", "139333344", identity.slice(0, 17)])
      expect(await found(typed), typed).toEqual([]);
  });

  test("an agency by a part of its name or code and a contact's mobile, a guide by name, certificate or document", async () => {
    const salesmanId = await addSalesman(backend);
    const agencyId = await agencyInUse(backend, { name: "云栖国际旅行社", mobile: "13944445555", salesmanId });
    await backend.saved(agencyContact.methods.save, { agencyId, name: "孙丽", mobile: "13955556666" });
    const [row] = await backend.sql<{ code: string }>("select code from travel_agency where id = $1", [agencyId]);
    const shown = ["旅行社", "云栖国际旅行社", `${agency.path}/${agencyId}`];
    for (const typed of ["云栖国际", row?.code ?? "", "13944445555", "13955556666"])
      expect(await found(typed), typed).toEqual([shown]);
    const guideId = await addGuide(backend, { name: "赵敏君", mobile: "13966667777" });
    const [own] = await backend.sql<{ certificate: string }>("select certificate from guide where id = $1", [guideId]);
    const guide = ["导游", "赵敏君", `/travelInfo/guider/${guideId}`];
    for (const typed of ["赵敏君", own?.certificate ?? "", "13966667777", "110101199003070038"])
      expect(await found(typed), typed).toEqual([guide]);
    expect(await found("1101011990030")).toEqual([]);
  });

  test("a show by its name", async () => {
    const id = await backend.saved(theatreShow.methods.save, {
      code: fresh("SH"),
      name: "印象云海",
      kind: "show",
      minutes: 70,
    });
    expect(await found("印象云海")).toEqual([["影片剧目", "印象云海", `/theatre/showList/${id}`]]);
  });

  test("each with its own function; of another corp nothing; of a salesman bound to their own, their agencies", async () => {
    const { data } = await shop.sell(typeId, { holders: [person("慕容雪")] });
    await stored.sold(storedType, { holderName: "慕容雪", identity: storedIdentity() });
    const [row] = await backend.sql<{ number: string }>("select number from season_card where id = $1", [data.cardId]);
    const titles = async (grants: string[]) =>
      (await found("慕容雪", (await backend.createUser({ grants })).token)).map(([title]) => title);
    expect(await titles(["seasonCardList"])).toEqual(["年卡季卡"]);
    expect(await titles(["smartCardList"])).toEqual(["储值卡"]);
    expect(await titles(["offlineOrderList"])).toEqual([]);
    expect(await found(row?.number ?? "", await backend.createCorp("5803"))).toEqual([]);

    const clerk = await backend.createUser({ grants: [agency.fun] });
    await backend.sql("update role set data_scope = 'own' where code = $1", [clerk.accName]);
    const salesmanId = await addSalesman(backend, { accountId: clerk.id });
    const mine = await agencyInUse(backend, { name: "拂晓旅行社一", salesmanId });
    await agencyInUse(backend, { name: "拂晓旅行社二", salesmanId: await addSalesman(backend) });
    expect((await found("拂晓旅行社")).length).toBe(2);
    expect((await found("拂晓旅行社", clerk.token)).map(([, , to]) => to)).toEqual([`${agency.path}/${mine}`]);
  });

  test.skipIf(process.env.TEST_DATABASE_URL)("no card is looked for by reading all of them", async () => {
    await backend.sql("set session_replication_role = replica");
    await backend.sql(
      `with made as (
         insert into season_card (corp_code, number, card_type_id, status, sold_at, valid_from, valid_to, mobile)
         select '0001', 'QC' || n, $1, 'active', now(), date '2026-01-01', date '2026-12-31', '158' || lpad(n::text, 8, '0')
         from generate_series(1, 6000) n
         returning id, number
       )
       insert into season_card_holder (corp_code, card_id, place, name, document, identity)
       select '0001', id, 0, '游客' || number, 'passport', number from made`,
      [typeId],
    );
    await backend.sql(
      `insert into stored_card (corp_code, number, card_type_id, status, sold_at, holder_name, document, identity, mobile)
       select '0001', 'QS' || n, $1, 'active', now(), '顾客' || n, 'passport', 'P' || n, '159' || lpad(n::text, 8, '0')
       from generate_series(1, 6000) n`,
      [storedType],
    );
    await backend.sql("reset session_replication_role");
    for (const table of ["season_card", "season_card_holder", "stored_card"]) await backend.sql(`analyze ${table}`);
    for (const typed of ["QC77", "15800000077", "游客QC77", "QS77", "15900000077", "顾客77", "E12345678"]) {
      const { nodes, statements } = await plansDuring(backend, /from (season|stored)_card c\b/, () => found(typed));
      expect(statements, typed).toBe(2);
      const read = nodes.filter((node) => /^(season|stored)_card/.test(node["Relation Name"] ?? ""));
      expect(
        read.map((node) => node["Node Type"]),
        typed,
      ).not.toContain("Seq Scan");
      for (const table of ["season_card", "season_card_holder", "stored_card"])
        expect(rowsRead(nodes, table), `${typed}: ${table}`).toBeLessThan(200);
    }
  });
});

describe("within one's rights and scope", () => {
  test("of another park nothing is found, whatever of it is typed", async () => {
    for (const typed of [
      other.orderNo,
      other.ticketNo,
      other.orderNo.slice(2),
      String(Number(other.orderNo.slice(-6))),
    ])
      expect((await found(typed, bound)).map(([, name]) => name)).not.toContain(other.orderNo);
    expect(await found(other.ticketNo, bound)).toEqual([]);
    expect(await found(near.orderNo, bound)).toContainEqual(order(near));
  });

  test("of another corp nothing", async () => {
    const tenant = await backend.createCorp("5802");
    expect(await found(near.orderNo, tenant)).toEqual([]);
    expect(await found("", tenant)).toEqual([]);
  });

  test("without the function nothing of its kind; with it what its list shows", async () => {
    const nobody = await backend.createUser({ grants: [] });
    expect(await found(near.orderNo, nobody.token)).toEqual([]);
    const keeper = await backend.createUser({ grants: ["tktChevkPage"] });
    expect(await found(near.ticketNo, keeper.token)).toEqual([ticket(near)]);
    expect(await found(near.orderNo, keeper.token)).toEqual([]);
    // A seller's log shows their own sales alone.
    const seller = await backend.createUser({ grants: ["buyTktLog"] });
    expect((await found(near.orderNo, seller.token)).map(([title]) => title)).not.toContain("订单");
    const office = await backend.createUser({ grants: ["offlineOrderList"] });
    expect(await found(near.orderNo, office.token)).toEqual([order(near)]);
  });
});

test("before anything is typed: what one dealt with last, and nobody else's", async () => {
  const mine = await near.sell();
  const names = (await found("")).map(([title, name]) => [title, name]);
  expect(names[0]).toEqual(["最近处理", mine.orderNo]);
  expect(await found("", (await backend.createUser({ grants: ["offlineOrderList"] })).token)).toEqual([]);
});

test("the first digits after all that begin so", () => {
  expect([nextPrefix("2026"), nextPrefix("2029"), nextPrefix("99")]).toEqual(["2027", "203", null]);
});
