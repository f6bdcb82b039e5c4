/** Who is restricted buys nothing and does not enter, until the day is over or somebody lifts it. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkTicket } from "~/contract/ticket/check";
import { restrictedVisitor } from "~/contract/ticket/restricted-visitor";
import { sellTickets } from "~/contract/ticket/sale";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { changed, digests } from "~tests/support/digests";
import { createPark, fresh, friday, saleOf, type TestPark } from "~tests/support/park";
import { csv, importing } from "../imports/importing";

let backend: TestBackend;
let park: TestPark;
let serial = 100;
let identity = "";
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
});
beforeEach(() => {
  backend.setNow(friday);
  identity = nextIdentity();
});
afterAll(() => backend.close());

const { methods } = restrictedVisitor;
const card = { document: "resident", country: null };
const reason = "攀爬文物，经劝阻不听";
const restrict = (fields: object = {}, as = backend.admin) =>
  backend.call(methods.save, { name: "张三", ...card, identity, untilDay: "2026-12-31", reason, ...fields } as never, {
    as,
  });
const buy = (visitors = [{ name: "张三", identity }], as = backend.admin) => {
  const lines = [{ ticketTypeId: park.namedId, quantity: visitors.length }];
  return backend.call(sellTickets, saleOf(park.namedId, { lines, visitors }), { as });
};
const enter = async (orderNo: string) =>
  (await backend.call(checkTicket, { gateId: park.gateId, code: orderNo, idempotencyKey: fresh("check-key") })).data;

function nextIdentity(): string {
  serial += 1;
  const seventeen = `11010519900307${serial}`;
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, place) => total + weight * Number(seventeen[place]), 0);
  return `${seventeen}${"10X98765432"[sum % 11]}`;
}

test("the sale refuses them beside their number, with until when and why, and writes nothing", async () => {
  await restrict();
  const before = await digests(backend);
  const refused = await buy([
    { name: "李四", identity: nextIdentity() },
    { name: "张三", identity },
  ]);
  expect([refused.status, refused.errors]).toEqual([
    422,
    {
      "visitors.1.identity": [
        `张三（${identity.slice(0, 6)}********${identity.slice(-4)}）在限制名单中，2026-12-31（含）前不能购票：${reason}`,
      ],
    },
  ]);
  expect(changed(before, await digests(backend))).toEqual([]);
  expect((await buy([{ name: "李四", identity: nextIdentity() }])).success).toBe(true);
});

test("the gate refuses who bought before, and nobody forces it; out they may go", async () => {
  const { orderNo } = (await buy()).data;
  await restrict();
  expect(await enter(orderNo)).toMatchObject({
    ...{ admitted: false, reason: "restricted", mayForce: false },
    message: `持票人在限制名单中，2026-12-31（含）前不能入园：${reason}`,
  });
});

test("lifted, or with its last day over, it keeps nobody out; who lifts says why", async () => {
  const { id } = (await restrict()).data;
  expect(Object.keys((await backend.call(methods.lift, { id, why: "" } as never)).errors ?? {})).toEqual(["why"]);
  expect((await backend.call(methods.lift, { id, why: "申诉成立" } as never)).message).toBe("");
  const bought = await buy();
  expect(bought.success).toBe(true);
  expect((await enter(bought.data.orderNo)).admitted).toBe(true);
  await backend.call(methods.renew, { id });
  expect((await buy()).status).toBe(422);
  backend.setNow(new Date("2027-01-01T10:00:00+08:00"));
  const later = { visitDay: "2027-01-01", visitors: [{ name: "张三", identity }] };
  const lines = [{ ticketTypeId: park.namedId, quantity: 1 }];
  const sold = await backend.call(sellTickets, saleOf(park.namedId, { ...later, lines }));
  expect(sold.message).toBe("");
  await backend.call(methods.lift, { id, why: "到期" } as never);
  expect((await backend.call(methods.renew, { id })).message).toBe("限制期已过，请先修改“限制至”的日期");
});

test("a number stands once, its day is not past, and who set it is known", async () => {
  const { id } = (await restrict()).data;
  expect(Object.keys((await restrict()).errors ?? {})).toEqual(["identity"]);
  identity = nextIdentity();
  expect(Object.keys((await restrict({ untilDay: "2026-11-19" })).errors ?? {})).toEqual(["untilDay"]);
  expect(Object.keys((await restrict({ identity: "110105199003070000" })).errors ?? {})).toEqual(["identity"]);
  const [row] = await backend.sql("select set_by from restricted_visitor where id = $1", [id]);
  expect(row).toEqual({ set_by: "系统管理员" });
});

test("6 its number is masked for who may not see numbers, and each command takes its right", async () => {
  const { id } = (await restrict()).data;
  const reader = await backend.createUser({ grants: ["restrictedList"] });
  const page = await backend.call(methods.list, { filters: { identity } } as never, { as: reader.token });
  expect(page.data.records.map((row) => row.identity)).toEqual(["1***"]);
  expect((await restrict({ identity: nextIdentity() }, reader.token)).status).toBe(403);
  expect((await backend.call(methods.lift, { id, why: "x" } as never, { as: reader.token })).status).toBe(403);
});

test("a passport is that of its country: another country's with the same number buys", async () => {
  await restrict({ document: "passport", country: "FRA", identity: "12ab34567" });
  const passport = (country: string) => ({
    name: "Léa",
    document: "passport" as const,
    country,
    identity: "12AB34567",
  });
  const sold = async (country: string) => {
    const lines = [{ ticketTypeId: park.namedId, quantity: 1 }];
    return backend.call(sellTickets, saleOf(park.namedId, { lines, visitors: [passport(country)] }));
  };
  expect([(await sold("FRA")).status, (await sold("DEU")).status]).toEqual([422, 200]);
  const twin = await restrict({ document: "passport", country: "法国", identity: "12AB34567" });
  expect(twin.errors).toEqual({ identity: ["该证件已在限制名单中（张三）"] });
  const unknown = await restrict({ document: "passport", country: "", identity: "12AB34567" });
  expect(Object.keys(unknown.errors ?? {})).toEqual(["identity"]);
});

test("another tenant's restriction keeps nobody of ours out, and is not found", async () => {
  const tenant = await backend.createCorp(fresh("T").replaceAll("-", ""));
  const theirs = await restrict({}, tenant);
  expect(theirs.message).toBe("");
  expect((await buy()).success).toBe(true);
  expect((await backend.call(methods.get, { id: theirs.data.id })).status).toBe(404);
});

test("they come from a file: who is there already is told with the row", async () => {
  const { checked, run, work } = importing(backend, restrictedVisitor.imports);
  const label = (field: keyof typeof restrictedVisitor.fields) => restrictedVisitor.fields[field].label();
  const head = [
    label("name"),
    label("document"),
    label("country"),
    label("identity"),
    label("untilDay"),
    label("reason"),
  ];
  const other = nextIdentity();
  await restrict();
  const rows = [
    ["王五", "居民身份证", "", other, "2026-12-31", "倒卖门票"],
    ["张三", "居民身份证", "", identity, "2026-12-31", "倒卖门票"],
    ["赵六", "居民身份证", "", "123", "2026-12-31", "倒卖门票"],
  ];
  const view = await checked(csv([head, ...rows]), "restricted.csv");
  expect(view).toMatchObject({ good: 1, bad: 2 });
  await run(view.id, "good");
  await work();
  expect((await buy([{ name: "王五", identity: other }])).status).toBe(422);
});
