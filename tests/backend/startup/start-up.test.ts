/** The start-up guide: what it makes is made once, by the rights and rules of those who own it. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PayloadOf } from "~/contract/method";
import { orderDetail } from "~/contract/order/order";
import { operator } from "~/contract/platform/operator";
import { role, roleRights } from "~/contract/platform/role";
import {
  startUpGates,
  startUpMark,
  startUpPark,
  startUpPaying,
  startUpStaff,
  startUpStanding,
  startUpTakeBack,
  startUpTestSale,
  startUpTypes,
} from "~/contract/startup/start-up";
import { park } from "~/contract/ticket/park";
import { getCounter } from "~/contract/ticket/sale";
import { ticketType } from "~/contract/ticket/ticket-type";
import { rightsOfFinance } from "~server/backend/business/startup/roles";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

let corps = 0;
/** An empty corp of one's own; answers its administrator's token. */
const emptyCorp = async () => {
  corps += 1;
  const code = `88${String(corps).padStart(2, "0")}`;
  return { code, as: await backend.createCorp(code) };
};
const key = () => ({ idempotencyKey: randomUUID() });
const suggested: PayloadOf<typeof startUpTypes>["types"] = [
  { key: "ADULT", name: "成人票", price: 8000 },
  { key: "CHILD", name: "儿童票", price: 4000 },
];
const standing = async (as: string) => (await backend.call(startUpStanding, {}, { as })).data;
const states = async (as: string) =>
  Object.fromEntries((await standing(as)).steps.map(({ step, state }) => [step, state]));
const counts = (code: string) =>
  backend.sql<Record<string, number>>(
    `select (select count(*) from park where corp_code = $1)::int as parks,
            (select count(*) from ticket_type where corp_code = $1)::int as types,
            (select count(*) from pos where corp_code = $1)::int as windows,
            (select count(*) from gate where corp_code = $1)::int as gates,
            (select count(*) from gate_group where corp_code = $1)::int as groups,
            (select count(*) from account where corp_code = $1)::int as accounts,
            (select count(*) from role where corp_code = $1)::int as roles,
            (select count(*) from pay_setting where corp_code = $1)::int as settings,
            (select count(*) from orders where corp_code = $1)::int as orders,
            (select count(*) from start_up where corp_code = $1)::int as guides`,
    [code],
  );
const madePark = async (as: string, name = "青云山") =>
  (await backend.call(startUpPark, { ...key(), name }, { as })).data.id;

describe("from an empty corp", () => {
  test("to a ticket sold and taken back, each step from what stands", async () => {
    const { code, as } = await emptyCorp();
    const before = await standing(as);
    expect(before.steps.map(({ state, lacking }) => [state, lacking])).toEqual(Array(6).fill(["open", ""]));
    expect([before.goOn, before.sale, before.dismissed]).toEqual(["park", null, false]);

    const parkId = await madePark(as);
    expect((await standing(as)).goOn).toBe("types");
    const types = await backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as });
    expect(types.data).toEqual({ made: 2, stood: 0 });
    const gates = { ...key(), parkId, windows: ["1号窗口", "2号窗口"], gates: ["1号闸机"] };
    expect((await backend.call(startUpGates, gates, { as })).data).toEqual({ windows: 2, gates: 1 });
    const people = [
      { role: "seller" as const, accName: "seller1", name: "王芳", mobile: "13800138000" },
      { role: "finance" as const, accName: "finance1", name: "李丽" },
    ];
    const staff = await backend.call(startUpStaff, { people }, { as });
    expect(staff.data.made.map(({ accName, role: name }) => [accName, name])).toEqual([
      ["seller1", "售票员"],
      ["finance1", "财务"],
    ]);
    const paying = { ...key(), types: ["cash", "wechat"], printer: "receipt58" };
    expect((await backend.call(startUpPaying, paying, { as })).data).toEqual({ types: 2, printers: 2 });
    expect((await standing(as)).goOn).toBe("sale");

    const sold = await backend.call(startUpTestSale, key(), { as });
    expect([sold.message, sold.data.made]).toEqual(["", true]);
    expect((await states(as)).sale).toBe("open");
    const order = await backend.call(orderDetail, { id: sold.data.orderId }, { as });
    expect([order.data.remark, order.data.paid, order.data.channel, order.data.quantity]).toEqual([
      "开业试卖",
      4000,
      "window",
      1,
    ]);
    const back = await backend.call(startUpTakeBack, { ...key(), orderId: sold.data.orderId }, { as });
    expect(back.data).toEqual({ state: "done", amount: 4000 });
    const after = await standing(as);
    expect(new Set(after.steps.map(({ state }) => state))).toEqual(new Set(["done"]));
    expect(after.sale).toMatchObject({ paid: 4000, state: "takenBack" });
    expect(after.paying).toEqual(["cash", "wechat"]);
    expect(new Set(after.windows.map(({ printer }) => printer))).toEqual(new Set(["receipt58"]));
    expect((await counts(code))[0]).toMatchObject({ parks: 1, types: 2, windows: 2, gates: 1, groups: 1, orders: 1 });
  });

  test("the first password opens nothing before it is changed, and stands in no log", async () => {
    const { code, as } = await emptyCorp();
    const people = [{ role: "gatekeeper" as const, accName: "gate1", name: "赵强" }];
    const { made } = (await backend.call(startUpStaff, { people }, { as })).data;
    const [{ password } = { password: "" }] = made;
    const token = await backend.signIn("gate1", password, code);
    expect((await backend.call(getCounter, {}, { as: token })).status).toBe(423);
    const kept = await backend.sql(
      "select * from audit_log where corp_code = $1 and (before::text like $2 or after::text like $2)",
      [code, `%${password}%`],
    );
    expect(kept).toEqual([]);
    expect(await backend.sql("select * from idempotency where answer::text like $1", [`%${password}%`])).toEqual([]);
  });

  test("what is made has the entries of those who own it", async () => {
    const { code, as } = await emptyCorp();
    await madePark(as, "云海");
    const entries = await backend.sql("select method, thing, label from audit_log where corp_code = $1", [code]);
    expect(entries).toEqual([{ method: "parkSave", thing: "park", label: "云海" }]);
  });

  test("the role of finance is made with rights that there are", async () => {
    const { as } = await emptyCorp();
    await backend.call(startUpStaff, { people: [{ role: "finance", accName: "fin", name: "李丽" }] }, { as });
    const roles = await backend.call(role.methods.list, { filters: { code: "finance" } }, { as });
    const { data } = await backend.call(roleRights, { id: Number(roles.data.records[0]?.id) }, { as });
    const granted = data.groups.flatMap(({ functions }) =>
      functions
        .flatMap(({ buttons, ...fun }) => [fun, ...buttons])
        .flatMap((leaf) => (leaf.granted ? [leaf.right] : [])),
    );
    expect(granted.sort()).toEqual([...rightsOfFinance].sort());
  });

  test("a role of a first start that was deleted is made again, with its rights", async () => {
    const { code, as } = await emptyCorp();
    await backend.sql("delete from role_grant where corp_code = $1", [code]);
    await backend.sql("delete from role where corp_code = $1 and code = 'seller'", [code]);
    expect((await standing(as)).roles.find(({ key: one }) => one === "seller")).toMatchObject({ there: false });
    await backend.call(startUpStaff, { people: [{ role: "seller", accName: "s1", name: "王芳" }] }, { as });
    const rights = await backend.sql<{ right: string }>(
      `select g.fun_code || '/' || g.button_code as right from role r
       join role_grant g on g.corp_code = r.corp_code and g.role_id = r.id
       where r.corp_code = $1 and r.code = 'seller'`,
      [code],
    );
    expect(rights.map(({ right }) => right)).toContain("buyTktList/sale:sell");
  });
});

describe("nothing is made twice", () => {
  test("by the same press, by another press, or by eight people at once", async () => {
    const { code, as } = await emptyCorp();
    const same = { ...key(), name: "青云山" };
    const first = await backend.call(startUpPark, same, { as });
    expect((await backend.call(startUpPark, same, { as })).data).toEqual(first.data);
    expect((await backend.call(startUpPark, { ...key(), name: "青云山" }, { as })).data).toEqual({
      id: first.data.id,
      made: false,
    });
    const parkId = first.data.id;
    const at = <T>(work: () => Promise<{ status: number; data: T }>) => race(backend, 8, work);
    const types = await at(() => backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as }));
    expect(types.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(types.reduce((sum, { data }) => sum + data.made, 0)).toBe(2);
    const names = { windows: ["1号窗口"], gates: ["1号闸机", "2号闸机"] };
    await at(() => backend.call(startUpGates, { ...key(), parkId, ...names }, { as }));
    const people = [{ role: "finance" as const, accName: "finance1", name: "李丽" }];
    const staff = await at(() => backend.call(startUpStaff, { people }, { as }));
    expect(staff.flatMap(({ data }) => data.made)).toHaveLength(1);
    await at(() => backend.call(startUpPaying, { ...key(), types: ["cash"] }, { as }));
    const sold = await at(() => backend.call(startUpTestSale, key(), { as }));
    expect(new Set(sold.map(({ data }) => data.orderId)).size).toBe(1);
    const orderId = sold[0]?.data.orderId ?? 0;
    const back = await at(() => backend.call(startUpTakeBack, { ...key(), orderId }, { as }));
    expect(back.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect((await counts(code))[0]).toEqual({
      ...{ parks: 1, types: 2, windows: 1, gates: 2, groups: 1, accounts: 2, roles: 4, settings: 1, orders: 1 },
      guides: 1,
    });
  });

  test("a park that eight people make at once is one", async () => {
    const { code, as } = await emptyCorp();
    const all = await race(backend, 8, () => backend.call(startUpPark, { ...key(), name: "碧湖" }, { as }));
    expect(all.filter(({ data }) => data.made)).toHaveLength(1);
    expect((await counts(code))[0]).toMatchObject({ parks: 1, guides: 1 });
  });

  test("paying is set anew where it stands, and a setting that was suspended is in use again", async () => {
    const { code, as } = await emptyCorp();
    await backend.call(startUpPaying, { ...key(), types: ["cash"] }, { as });
    await backend.sql("update pay_setting set status = 'F' where corp_code = $1", [code]);
    expect((await states(as)).paying).toBe("open");
    await backend.call(startUpPaying, { ...key(), types: ["wechat", "cash"] }, { as });
    expect((await standing(as)).paying).toEqual(["wechat", "cash"]);
  });
});

describe("what is refused writes nothing", () => {
  const unchanged = async (code: string, work: () => Promise<unknown>) => {
    const before = await counts(code);
    const logged = await backend.sql("select count(*) from audit_log where corp_code = $1", [code]);
    const answer = await work();
    expect(await counts(code)).toEqual(before);
    expect(await backend.sql("select count(*) from audit_log where corp_code = $1", [code])).toEqual(logged);
    return answer;
  };

  test("one wrong row of several", async () => {
    const { code, as } = await emptyCorp();
    const parkId = await madePark(as);
    const people = [
      { role: "finance" as const, accName: "fin1", name: "李丽" },
      { role: "seller" as const, accName: "1abc", name: "王芳" },
    ];
    const staff = await unchanged(code, () => backend.call(startUpStaff, { people }, { as }));
    expect(staff).toMatchObject({ status: 422, errors: { "people.1.accName": [expect.any(String)] } });
    const types = [...suggested, { key: "SENIOR" as const, name: "<script>".repeat(20), price: 4000 }];
    expect(await unchanged(code, () => backend.call(startUpTypes, { ...key(), parkId, types }, { as }))).toMatchObject({
      status: 422,
    });
    const pay = { ...key(), types: ["cash", "onAccount"] };
    expect(await unchanged(code, () => backend.call(startUpPaying, pay, { as }))).toMatchObject({ status: 422 });
  });

  test("an account name that somebody else has", async () => {
    const { code, as } = await emptyCorp();
    await backend.call(startUpStaff, { people: [{ role: "seller", accName: "s1", name: "王芳" }] }, { as });
    const people = [
      { role: "seller" as const, accName: "s2", name: "孙悦" },
      { role: "seller" as const, accName: "S1", name: "赵强" },
    ];
    expect(await unchanged(code, () => backend.call(startUpStaff, { people }, { as }))).toMatchObject({
      status: 422,
      errors: { "people.1.accName": ["账号 S1 已属于 王芳，请换一个。"] },
    });
  });

  test("a test sale of nothing, and the taking back of an order that is none", async () => {
    const { code, as } = await emptyCorp();
    expect(await unchanged(code, () => backend.call(startUpTestSale, key(), { as }))).toMatchObject({ status: 409 });
    expect(await unchanged(code, () => backend.call(startUpTakeBack, { ...key(), orderId: 1 }, { as }))).toMatchObject({
      status: 404,
    });
  });

  test("another tenant's park and test order are not found", async () => {
    const [{ as: mine }, { code, as: theirs }] = [await emptyCorp(), await emptyCorp()];
    const parkId = await madePark(mine);
    await backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as: mine });
    const { orderId } = (await backend.call(startUpTestSale, key(), { as: mine })).data;
    const asked = [
      () => backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as: theirs }),
      () => backend.call(startUpGates, { ...key(), parkId, windows: ["1号窗口"] }, { as: theirs }),
      () => backend.call(startUpTakeBack, { ...key(), orderId }, { as: theirs }),
    ];
    for (const one of asked) expect(await unchanged(code, one)).toMatchObject({ status: 404 });
    expect((await standing(theirs)).parks).toEqual([]);
  });

  test("without the function nothing is told, and with it alone each step names the right that is lacking", async () => {
    const { code } = await emptyCorp();
    const none = (await backend.createUser({ corpCode: code, grants: ["parkList"] })).token;
    expect((await backend.call(startUpStanding, {}, { as: none })).status).toBe(403);
    const { token: as } = await backend.createUser({ corpCode: code, grants: ["guidePage", "parkList"] });
    const lacking = (await standing(as)).steps.map(({ lacking: why }) => why);
    expect(lacking.every((why) => why !== "")).toBe(true);
    const asked = [
      () => backend.call(startUpPark, { ...key(), name: "青云山" }, { as }),
      () => backend.call(startUpStaff, { people: [{ role: "seller" as const, accName: "s", name: "王" }] }, { as }),
      () => backend.call(startUpPaying, { ...key(), types: ["cash"] }, { as }),
      () => backend.call(startUpTestSale, key(), { as }),
    ];
    for (const one of asked) expect(await unchanged(code, one)).toMatchObject({ status: 403 });
    expect(await unchanged(code, () => backend.call(startUpPark, { ...key(), name: "青云山" }, { as }))).toMatchObject({
      message: lacking[0],
    });
  });

  test("a type is not put on sale by who may make it and not publish it", async () => {
    const { code, as: admin } = await emptyCorp();
    const parkId = await madePark(admin);
    const grants = ["guidePage", "ticketList", "ticketList/ticketType:add"];
    const { token: as } = await backend.createUser({ corpCode: code, grants });
    const asked = () => backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as });
    expect(await unchanged(code, asked)).toMatchObject({ status: 403 });
  });

  test("nobody gives a role that holds more than they do", async () => {
    const { code } = await emptyCorp();
    const grants = ["guidePage", "userManage", "userManage/operator:add", "userManage/operator:grant"];
    const { token: as } = await backend.createUser({ corpCode: code, grants });
    const people = [{ role: "manager" as const, accName: "boss", name: "周总" }];
    expect(await unchanged(code, () => backend.call(startUpStaff, { people }, { as }))).toMatchObject({
      status: 422,
      errors: { "people.0.role": [expect.any(String)] },
    });
  });
});

test("parts are skipped, taken up again, and the workbench is told to be silent", async () => {
  const { as } = await emptyCorp();
  const mark = async (payload: PayloadOf<typeof startUpMark>) =>
    (await backend.call(startUpMark, payload, { as })).data;
  expect(await mark({ what: "skip", step: "park" })).toEqual({ goOn: "types" });
  expect(await states(as)).toMatchObject({ park: "skipped", types: "open" });
  expect((await standing(as)).goOn).toBe("types");
  await mark({ what: "skip", step: "park" });
  expect(await mark({ what: "takeUp", step: "park" })).toEqual({ goOn: "park" });
  expect(await states(as)).toMatchObject({ park: "open" });
  await mark({ what: "skip", step: "park" });
  // What is made is done, skipped or not.
  await madePark(as);
  expect(await states(as)).toMatchObject({ park: "done" });
  await mark({ what: "dismiss" });
  expect((await standing(as)).dismissed).toBe(true);
  await mark({ what: "show" });
  expect((await standing(as)).dismissed).toBe(false);
  expect((await backend.call(startUpMark, { what: "skip" }, { as })).status).toBe(422);
});

test("what was made elsewhere counts, and what is there already is left as it is", async () => {
  const { as } = await emptyCorp();
  const saved = async (method: typeof park.methods.save, fields: Record<string, unknown>) =>
    (await backend.call(method, fields as never, { as })).data.id;
  const parkId = await saved(park.methods.save, { code: "QYS", name: "青云山" });
  const fields = { kind: "single", realName: "none", validity: "day", admissions: 1, refundRule: "free" };
  const more = { channels: ["window"], minPerOrder: 1, maxPerOrder: 5, sort: 1, facePrice: 100, listPrice: 100 };
  await saved(ticketType.methods.save, { code: "qys-adult", name: "旧票", parkId, ...fields, ...more });
  expect(await states(as)).toMatchObject({ park: "done", types: "open" });
  const made = await backend.call(startUpTypes, { ...key(), parkId, types: suggested }, { as });
  expect(made.data).toEqual({ made: 1, stood: 1 });
  const { types } = await standing(as);
  expect(types.map(({ code, name, status }) => [code, name, status])).toEqual(
    expect.arrayContaining([
      ["qys-adult", "旧票", "draft"],
      ["QYS-CHILD", "儿童票", "onSale"],
    ]),
  );
  await backend.call(operator.methods.save, { accName: "own1", name: "自建" } as never, { as });
  expect(await states(as)).toMatchObject({ staff: "done" });
});
