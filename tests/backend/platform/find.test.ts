/** The search over everything: what it finds, for whom, and what it finds for nobody. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { find } from "~/contract/platform/find";
import { nextPrefix } from "~server/backend/kernel/finder";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { allRights, type FullPark, twoParks } from "~tests/support/two-parks";

let backend: TestBackend;
let near: FullPark;
let other: FullPark;
let bound: string;
beforeAll(async () => {
  backend = await openTestBackend();
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
