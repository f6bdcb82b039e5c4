/** What a package bounds: rights at the next click, accounts, parks and orders; and what a smaller one says first. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operator } from "~/contract/platform/operator";
import { roleRights, roleRightsSave } from "~/contract/platform/role";
import { currentUser } from "~/contract/platform/session";
import { tenantPackage, tenantPackageContent } from "~/contract/tenant/package";
import { tenant, tenantAssign, tenantDetail, tenantTerms, tenantTickets } from "~/contract/tenant/tenant";
import { gate } from "~/contract/ticket/gate";
import { park } from "~/contract/ticket/park";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createGrounds, sell } from "../order/sold";
import { assign, makePackage, setPackage, tenantId } from "./platform";

let backend: TestBackend;
let admin2: string;
let small: number;
const whole = [
  "parkList",
  "parkList/park:add",
  "parkList/park:edit",
  "parkList/park:suspend",
  "sysRoleList",
  "sysRoleList/role:grant",
  "userManage",
  "userManage/operator:add",
];

beforeAll(async () => {
  backend = await openTestBackend();
  admin2 = await backend.createCorp("2001");
  await backend.createCorp("2002");
  small = await makePackage(backend, "基础版", { rights: whole });
});
afterAll(() => backend.close());

const parkOf = (code: string) => ({ code, name: `景区${code}`, pricing: "market" });
const savePark = (code: string, as = admin2) => backend.call(park.methods.save, parkOf(code) as never, { as });
const saveOperator = (accName: string, as = admin2) =>
  backend.call(operator.methods.save, { accName, name: accName, parkIds: [] }, { as });

describe("rights beyond the package", () => {
  test("do nothing from the next click on, for an administrator too, and work again once it has them", async () => {
    const clerk = await backend.createUser({ corpCode: "2001", grants: ["parkList", "tktParkGate"] });
    expect((await backend.call(gate.methods.list, {}, { as: admin2 })).status).toBe(200);
    expect((await backend.call(gate.methods.list, {}, { as: clerk.token })).status).toBe(200);
    expect((await assign(backend, "2001", { packageId: small })).data.saved).toBe(true);
    for (const as of [admin2, clerk.token]) {
      const refused = await backend.call(gate.methods.list, {}, { as });
      expect([refused.status, refused.message]).toEqual([
        403,
        "贵单位的套餐不包含“闸机”的此项功能，如需开通请联系平台",
      ]);
      expect((await backend.call(park.methods.list, {}, { as })).status).toBe(200);
    }
    const { data } = await backend.call(currentUser, {}, { as: admin2 });
    const codes = data.user?.sysFunctionsSet.map(({ funCode }) => funCode) ?? [];
    expect(codes).toContain("parkList");
    expect(codes).not.toContain("tktParkGate");
    expect(data.user?.sysButtonRolePOSet.map(({ code }) => code)).not.toContain("gate:add");
    await setPackage(backend, small, { rights: [...whole, "tktParkGate"] });
    expect((await backend.call(gate.methods.list, {}, { as: clerk.token })).status).toBe(200);
    const button = await backend.call(gate.methods.remove, { id: 1 }, { as: admin2 });
    expect(button.status).toBe(403);
    await setPackage(backend, small, { rights: whole });
    expect((await backend.call(gate.methods.list, {}, { as: clerk.token })).status).toBe(403);
    // No other tenant is touched.
    const other = await backend.createUser({ corpCode: "2002", grants: ["tktParkGate"] });
    expect((await backend.call(gate.methods.list, {}, { as: other.token })).status).toBe(200);
  });

  test("cannot be granted", async () => {
    const [role] = await backend.sql<{ id: number; row_version: number }>(
      "insert into role (corp_code, code, name) values ('2001', 'x', '试用') returning id, row_version",
    );
    const id = Number(role?.id);
    const { data } = await backend.call(roleRights, { id }, { as: admin2 });
    const shown = data.groups.flatMap(({ functions }) => functions.map(({ right }) => right));
    expect(shown.toSorted()).toEqual(["parkList", "sysRoleList", "userManage"]);
    const save = (rights: string[]) => backend.call(roleRightsSave, { id, rowVersion: 0, rights }, { as: admin2 });
    expect((await save(["tktParkGate"])).status).toBe(422);
    expect((await save(["parkList/park:add"])).status).toBe(200);
  });
});

describe("limits", () => {
  test("accounts beyond the package are refused with a sentence, also resumed ones, and nothing is written", async () => {
    const [count] = await backend.sql<{ n: number }>(
      "select count(*)::int as n from account where corp_code = '2001' and status = 'T'",
    );
    const most = (count?.n ?? 0) + 1;
    await setPackage(backend, small, { rights: whole, maxAccounts: most });
    const first = await saveOperator("first");
    expect(first.status).toBe(200);
    const refused = await saveOperator("second");
    expect([refused.status, refused.message]).toEqual([
      409,
      `套餐最多 ${most} 个启用账号，已达上限：请停用不用的账号，或联系平台升级套餐`,
    ]);
    expect(await backend.sql("select id from account where corp_code = '2001' and acc_name = 'second'")).toEqual([]);
    await backend.sql("update account set status = 'F' where id = $1", [first.data.id]);
    expect((await saveOperator("third")).status).toBe(200);
    await expect(backend.sql("update account set status = 'T' where id = $1", [first.data.id])).rejects.toThrow();
    await setPackage(backend, small, { rights: whole });
  });

  test("parks beyond the package are refused", async () => {
    await setPackage(backend, small, { rights: whole, maxParks: 1 });
    expect((await savePark("P1")).message).toBe("");
    const refused = await savePark("P2");
    expect([refused.status, refused.message.slice(0, 11)]).toEqual([409, "套餐最多 1 个启用景"]);
    // Without a limit, and in another tenant, nobody counts.
    expect((await savePark("P3", backend.admin)).status).toBe(200);
    await setPackage(backend, small, { rights: whole });
    expect((await savePark("P2")).status).toBe(200);
  });

  test("orders of a month beyond the package are refused, counted from what is there", async () => {
    await backend.createCorp("2003");
    const grounds = await createGrounds(backend, "2003");
    await sell(backend, grounds, {});
    const three = await makePackage(backend, "三单", { maxOrders: 3 });
    expect((await assign(backend, "2003", { packageId: three })).data.saved).toBe(true);
    await sell(backend, grounds, {});
    await sell(backend, grounds, {});
    await expect(sell(backend, grounds, {})).rejects.toThrow("orders");
    const [counter] = await backend.sql<{ orders: number }>("select orders from tenant_month where corp_code = '2003'");
    expect(Number(counter?.orders)).toBe(3);
  });
});

describe("a package that shrinks", () => {
  test("says what it takes from whom, saves nothing until it is meant, and takes no row away", async () => {
    await backend.createCorp("2004");
    const large = await makePackage(backend, "专业版", { rights: ["parkList", "tktParkGate", "tktParkGate/gate:add"] });
    await assign(backend, "2004", { packageId: large });
    await backend.createUser({ corpCode: "2004", grants: ["parkList", "tktParkGate", "tktParkGate/gate:add"] });
    await backend.sql("insert into park (corp_code, code, name) values ('2004', 'A', '甲'), ('2004', 'B', '乙')");
    const asked = await setPackage(backend, large, { rights: ["parkList"], maxParks: 1 }, false);
    expect(asked.data.saved).toBe(false);
    const [taken, ...more] = asked.data.takes;
    expect(more).toEqual([]);
    expect(taken?.over).toEqual(["已有 2 个景区，新上限 1"]);
    const mine = taken?.roles.find(({ accounts }) => accounts === 1);
    expect([mine?.accounts, mine?.rights]).toEqual([1, ["闸机", "闸机 · 新建"]]);
    const { data } = await backend.call(tenantPackageContent, { id: large });
    expect(data.limits.maxParks).toBeNull();
    expect((await setPackage(backend, large, { rights: ["parkList"], maxParks: 1 }, true)).data.saved).toBe(true);
    expect(
      await backend.sql("select from role_grant where corp_code = '2004' and fun_code = 'tktParkGate'"),
    ).not.toEqual([]);
    expect(await backend.sql("select from park where corp_code = '2004'")).toHaveLength(2);
    // Asked anew, nothing more is taken.
    expect((await setPackage(backend, large, { rights: ["parkList"], maxParks: 1 }, false)).data.saved).toBe(true);
  });

  test("is not saved over somebody else's change, nor with what head office alone has", async () => {
    const stale = await backend.call(tenantAssign, {
      id: await tenantId(backend, "2004"),
      rowVersion: 99,
    });
    expect(stale.status).toBe(409);
    expect((await setPackage(backend, small, { rights: ["tenantList"] })).status).toBe(422);
    expect((await setPackage(backend, small, { rights: ["menuManage"] })).status).toBe(422);
  });
});

describe("tenants are head office's", () => {
  test("a tenant's administrator, and one of head office without the right, are refused every method", async () => {
    const bare = await backend.createUser({ grants: ["parkList"] });
    const id = await tenantId(backend, "2001");
    const calls = [
      [tenant.methods.list, {}],
      [tenant.methods.get, { id }],
      [tenant.methods.shut, { id }],
      [tenantDetail, { id }],
      [tenantTickets, { id }],
      [tenantTerms, { id }],
      [tenantAssign, { id, rowVersion: 0 }],
      [tenantPackage.methods.list, {}],
      [tenantPackage.methods.save, { name: "x", remark: null }],
      [tenantPackageContent, { id: small }],
    ] as const;
    const free = await backend.createUser({ corpCode: "2002", accType: "11" });
    for (const [method, payload] of calls)
      for (const as of [admin2, free.token, bare.token])
        expect([method.name, (await backend.call(method, payload as never, { as })).status]).toEqual([
          method.name,
          403,
        ]);
    expect((await backend.call(tenantDetail, { id: 999_999 })).status).toBe(404);
  });

  test("2.3g.2 2.3g.3 the list and the details say what head office decides by", async () => {
    const { data } = await backend.call(tenant.methods.list, { filters: { code: "2003" } });
    expect(data.records).toHaveLength(1);
    expect(data.records[0]).toMatchObject({ code: "2003", standing: "open", ordersUse: "3 / 3" });
    const { data: detail } = await backend.call(tenantDetail, { id: await tenantId(backend, "2003") });
    expect([detail.package, detail.orders, detail.parks.used]).toEqual(["三单", { used: 3, most: 3 }, 2]);
    expect(detail.months).toHaveLength(12);
    const tickets = await backend.call(tenantTickets, { id: await tenantId(backend, "2003") });
    expect(tickets.status).toBe(200);
    expect(tickets.data.rows.length).toBeGreaterThan(0);
  });
});
