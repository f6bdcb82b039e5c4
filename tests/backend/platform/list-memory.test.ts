/** What an account keeps of a list: its own, bounded, nobody else's. */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  listMemory,
  maxSavedFilters,
  removeListFilter,
  saveListColumns,
  saveListFilter,
} from "~/contract/platform/list-memory";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const list = "/manage/parkList";
const kept = async (as?: string) => (await backend.call(listMemory, { list }, as ? { as } : {})).data;

describe("columns", () => {
  test("are kept in order, width and all, until they are forgotten", async () => {
    expect(await kept()).toEqual({ columns: [], filters: [] });
    const columns = [
      { name: "name", shown: true, width: 240 },
      { name: "code", shown: false, width: 0 },
    ];
    await backend.call(saveListColumns, { list, columns });
    await backend.call(saveListColumns, { list, columns: [...columns].reverse() });
    expect((await kept()).columns).toEqual([...columns].reverse());
    await backend.call(saveListColumns, { list, columns: [] });
    expect((await kept()).columns).toEqual([]);
  });

  test.each([
    { list, columns: [{ name: "a b", shown: true, width: 0 }] },
    { list, columns: [{ name: "a", shown: true, width: 801 }] },
    { list, columns: Array.from({ length: 61 }, (_, n) => ({ name: `c${n}`, shown: true, width: 0 })) },
    { list: "//elsewhere", columns: [] },
    { list: "javascript:x", columns: [] },
  ])("nonsense is refused %#", async (payload) => {
    expect((await backend.call(saveListColumns, payload)).status).toBe(422);
  });
});

describe("filters", () => {
  test("by name, one of a name, deleted by name", async () => {
    await backend.call(saveListFilter, { list, name: "停用的", search: "status=F" });
    await backend.call(saveListFilter, { list, name: "停用的", search: "status=F&sort=name" });
    await backend.call(saveListFilter, { list, name: "大的", search: "capacity.from=100" });
    const view = (name: string, search: string) => expect.objectContaining({ name, search, audience: "mine", by: "" });
    expect((await kept()).filters).toEqual(
      expect.arrayContaining([view("停用的", "status=F&sort=name"), view("大的", "capacity.from=100")]),
    );
    await backend.call(removeListFilter, { list, name: "大的" });
    expect((await kept()).filters.map(({ name }) => name)).toEqual(["停用的"]);
    expect((await backend.call(listMemory, { list: "/manage/tktPos" })).data.filters).toEqual([]);
  });

  test("6 are one's own: neither a colleague nor another corp sees or deletes them", async () => {
    const colleague = await backend.createUser({ grants: ["parkList"] });
    const stranger = await backend.createCorp("0002");
    for (const as of [colleague.token, stranger]) {
      expect(await kept(as)).toEqual({ columns: [], filters: [] });
      await backend.call(removeListFilter, { list, name: "停用的" }, { as });
    }
    expect((await kept()).filters).toHaveLength(1);
  });

  test("no more than a bound, also when many are saved at once", async () => {
    const { token } = await backend.createUser({ grants: ["parkList"] });
    const save = (n: number) => backend.call(saveListFilter, { list, name: `f${n}`, search: "a=1" }, { as: token });
    const replies = await Promise.all(Array.from({ length: maxSavedFilters + 3 }, (_, n) => save(n)));
    expect(replies.filter(({ success }) => success)).toHaveLength(maxSavedFilters);
    expect(replies.find(({ success }) => !success)?.message).toContain(String(maxSavedFilters));
    expect((await kept(token)).filters).toHaveLength(maxSavedFilters);
    expect((await save(0)).success).toBe(true);
  });
});

describe("shared views", () => {
  const orders = "/order/offlineOrderList";
  const shown = async (as: string) => (await backend.call(listMemory, { list: orders }, { as })).data.filters;
  const column = (name: string) => ({ name, shown: true, width: 0 });
  const search = "state=paid&contactMobile=13800138000&visitDay.from=2026-01-01&nonsense=1&sort=visitDay&order=desc";
  const columns = [column("orderNo"), column("contactMobile"), column("payable"), column("nonsense")];
  const roleOf = async (id: number) => {
    const [row] = await backend.sql<{ role_id: number }>("select role_id from account_role where account_id = $1", [
      id,
    ]);
    return Number(row?.role_id);
  };
  const sharing = ["offlineOrderList", "sysRoleList", "sysRoleList/listView:share"];

  test("reach everybody who may open the list, or whoever holds the role, and nobody else", async () => {
    const owner = await backend.createUser({ grants: [...sharing, "offlineOrderList/sensitive:view"] });
    const colleague = await backend.createUser({ grants: ["offlineOrderList"] });
    const other = await backend.createUser({ grants: ["offlineOrderList"] });
    const outside = await backend.createUser({ grants: ["parkList"] });
    const stranger = await backend.createCorp("0004");
    const save = (more: object) =>
      backend.call(saveListFilter, { list: orders, search, columns, ...more } as never, { as: owner.token });
    expect((await save({ name: "全员", audience: "all" })).message).toBe("");
    expect((await save({ name: "售票", audience: "role", roleId: await roleOf(colleague.id) })).message).toBe("");
    expect((await save({ name: "自己" })).message).toBe("");
    const names = async (as: string) => (await shown(as)).map(({ name }) => name).sort();
    expect(await names(owner.token)).toEqual(["全员", "售票", "自己"].sort());
    expect(await names(colleague.token)).toEqual(["全员", "售票"].sort());
    expect(await names(other.token)).toEqual(["全员"]);
    expect(await names(outside.token)).toEqual([]);
    expect(await names(stranger)).toEqual([]);

    // Its owner's words, less what the reader may not see or the list does not have.
    const [own] = (await shown(owner.token)).filter(({ name }) => name === "全员");
    expect([own?.search, own?.columns.length, own?.by]).toEqual([search, 4, ""]);
    const [theirs] = await shown(other.token);
    expect(theirs?.search).toBe("state=paid&visitDay.from=2026-01-01&sort=visitDay&order=desc");
    expect(theirs?.columns.map(({ name }) => name)).toEqual(["orderNo", "payable"]);
    expect(theirs?.by).not.toBe("");
    const trusted = await backend.createUser({ grants: ["offlineOrderList", "offlineOrderList/sensitive:view"] });
    expect((await shown(trusted.token))[0]?.search).toContain("contactMobile=13800138000");

    // Nobody takes away what another shared but who may share themselves.
    const gone = { list: orders, id: theirs?.id ?? 0 };
    await backend.call(removeListFilter, gone, { as: other.token });
    await backend.call(removeListFilter, gone, { as: stranger });
    expect(await names(other.token)).toEqual(["全员"]);
    const deputy = await backend.createUser({ grants: sharing });
    const [mine] = (await shown(owner.token)).filter(({ name }) => name === "自己");
    await backend.call(removeListFilter, { list: orders, id: mine?.id ?? 0 }, { as: deputy.token });
    await backend.call(removeListFilter, gone, { as: deputy.token });
    expect(await names(owner.token)).toEqual(["售票", "自己"].sort());
  });

  test("are shared by who holds the right alone, with roles of their corp, over lists that they may open", async () => {
    const view = { list: orders, name: "越权", search: "state=paid" };
    const tried = async (as: string, more: object) =>
      (await backend.call(saveListFilter, { ...view, ...more } as never, { as })).status;
    const without = await backend.createUser({ grants: ["offlineOrderList"] });
    expect(await tried(without.token, { audience: "all" })).toBe(403);
    const elsewhere = await backend.createUser({ grants: ["sysRoleList", "sysRoleList/listView:share"] });
    expect(await tried(elsewhere.token, { audience: "all" })).toBe(403);
    const sharer = await backend.createUser({ grants: sharing });
    const [theirs] = await backend.sql<{ id: number }>("select id from role where corp_code <> '0001' limit 1");
    for (const more of [
      { audience: "role" },
      { audience: "all", roleId: 1 },
      { audience: "role", roleId: Number(theirs?.id) },
    ])
      expect(await tried(sharer.token, more), JSON.stringify(more)).toBe(422);
    expect(await tried(sharer.token, { list: "/made/byHand", audience: "all" })).toBe(403);
    for (const { token } of [without, elsewhere, sharer])
      expect(await shown(token)).not.toContainEqual(expect.objectContaining({ name: "越权" }));
    const roles = async (as: string) =>
      (await backend.call(listMemory, { list: orders, sharing: true }, { as })).data.roles;
    expect(await roles(without.token)).toBeUndefined();
    expect((await roles(sharer.token))?.length).toBeGreaterThan(0);
  });
});

test("columns of a list that was made by hand keep their order, width and what was hidden, by the names of their fields", async () => {
  const { id } = await backend.createUser({});
  const kept = [
    { name: "c9", shown: true, width: 0 },
    { name: "c0", shown: true, width: 180 },
    { name: "c3", shown: false, width: 0 },
    { name: "c42", shown: true, width: 0 },
  ];
  const lists = ["/order/offlineOrderList", "/order/refundList", "/ticket/pricePolicyList", "/manage/parkList"];
  for (const one of lists)
    await backend.sql("insert into list_columns (corp_code, account_id, list, columns) values ('0001', $1, $2, $3)", [
      id,
      one,
      JSON.stringify(kept),
    ]);
  await backend.sql(
    "insert into list_columns (corp_code, account_id, list, columns) values ('0001', $1, '/ticket/issuedList', '[]')",
    [id],
  );
  for (const file of ["0096_columns_by_field", "0097_refund_columns_by_field", "0098_policy_columns_by_field"])
    await backend.sql(readFileSync(`server/backend/db/migrations/${file}.sql`, "utf8"));
  const named = async (one: string) => {
    const [row] = await backend.sql<{ columns: { name: string }[] }>(
      "select columns from list_columns where account_id = $1 and list = $2",
      [id, one],
    );
    return row?.columns.map(({ name, ...rest }, place) => {
      const { name: _, ...was } = kept[place] ?? { name };
      expect(rest).toEqual(was);
      return name;
    });
  };
  expect(await named("/order/offlineOrderList")).toEqual(["createdAt", "orderNo", "visitDay", "c42"]);
  expect(await named("/order/refundList")).toEqual(["c9", "refundNo", "quantity", "c42"]);
  expect(await named("/ticket/pricePolicyList")).toEqual(["status", "name", "customerGroup", "c42"]);
  expect(await named("/manage/parkList")).toEqual(["c9", "c0", "c3", "c42"]);
  expect(await named("/ticket/issuedList")).toEqual([]);
});
