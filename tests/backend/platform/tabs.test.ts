/** Tabs of a session, kept on the server (specification 2.5, 4.3). */
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveUserCommonFun } from "~/contract/platform/function";
import { selectUserInfoById } from "~/contract/platform/session";
import { closeTabs, openTab, shellState, tabsAtMost } from "~/contract/platform/shell";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { functionId } from "~tests/support/function-id";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

async function visitor() {
  const { token, id } = await backend.createUser({ roles: ["seller"] });
  const open = (path: string, address = path, title = "") =>
    backend.call(openTab, { path, address, title }, { as: token });
  const state = async () => (await backend.call(shellState, {}, { as: token })).data;
  return { token, id, open, state, paths: async () => (await state()).tabs.map(({ path }) => path) };
}

test("4.3a 4.3b opening a page adds a tab once; again, the place in it and its title are brought up to date", async () => {
  const { open, state } = await visitor();
  await open("/a");
  await open("/b", "/b?page=1", "乙");
  await open("/a", "/a?page=2");
  await open("/b", "/b?page=1", "乙二");
  expect((await state()).tabs).toEqual([
    { path: "/a", address: "/a?page=2", title: "" },
    { path: "/b", address: "/b?page=1", title: "乙二" },
  ]);
});

test("2.6a opening a menu page stores its function's id and its path; the description is found by the id", async () => {
  const { token, open, state } = await visitor();
  await open("/inside/buyTktList");
  const { tabs, recent } = await state();
  expect(tabs.map(({ path }) => path)).toEqual(["/inside/buyTktList"]);
  const { sysFunctionsSet } = (await backend.call(selectUserInfoById, {}, { as: token })).data;
  expect(sysFunctionsSet.filter(({ id }) => recent.includes(id))).toMatchObject([
    { funUrl: "/inside/buyTktList", description: "/help/counter.svg", useFlag: "T" },
  ]);
});

test("4.3 the same page opened by two windows at once is one tab", async () => {
  const { open, paths } = await visitor();
  await Promise.all(Array.from({ length: 8 }, (_, at) => open("/a", `/a?n=${at}`)));
  expect(await paths()).toEqual(["/a"]);
});

test("4.3c 4.3d 4.3e closing one, the others, all; closing what is closed does nothing", async () => {
  const { token, open, paths } = await visitor();
  for (const path of ["/a", "/b", "/c"]) await open(path);
  const close = (which: "one" | "others" | "all", path: string) =>
    backend.call(closeTabs, { which, path }, { as: token });
  expect((await close("one", "/b")).data.map(({ path }) => path)).toEqual(["/a", "/c"]);
  expect((await close("one", "/b")).success).toBe(true);
  expect((await close("others", "/c")).data.map(({ path }) => path)).toEqual(["/c"]);
  await close("all", "/");
  expect(await paths()).toEqual([]);
});

test("2.5 a full strip drops the oldest tab, not the newest", async () => {
  const { open, paths } = await visitor();
  for (let at = 0; at <= tabsAtMost; at++) await open(`/p${at}`);
  await open("/p1", "/p1?again");
  const left = await paths();
  expect(left).toHaveLength(tabsAtMost);
  expect(left[0]).toBe("/p1");
  expect(left.at(-1)).toBe(`/p${tabsAtMost}`);
});

test("4.1 tabs belong to a session: another sign-in of the same account has its own", async () => {
  const { id, open, paths } = await visitor();
  await open("/own");
  const [mine] = await backend.sql<{ acc_name: string }>("select acc_name from account where id = $1", [id]);
  const again = await backend.signIn(mine?.acc_name ?? "", adminPassword);
  expect((await backend.call(shellState, {}, { as: again })).data.tabs).toEqual([]);
  expect(await paths()).toEqual(["/own"]);
  await backend.sql("delete from session where account_id = $1", [id]);
  expect(await backend.sql("select path from page_tab where path = '/own'")).toEqual([]);
});

test("2.5e favourites come with the frame, in the order they were starred", async () => {
  const { token, id, state } = await visitor();
  const ids = [await functionId(backend, "buyTktLog"), await functionId(backend, "buyTktList")];
  for (const funId of ids) await backend.call(saveUserCommonFun, { funId, funName: "f", accId: id }, { as: token });
  expect((await state()).favourites).toEqual(ids);
});

test.each(["//evil.example", "https://evil.example", "/\\evil", "javascript:alert(1)", "/a b", ""])(
  "4.3 an address elsewhere is refused: %j",
  async (address) => {
    const { open } = await visitor();
    expect((await open("/a", address)).status).toBe(422);
  },
);
