/** A refusal for lack of a right names the page and the right in the caller's language, never their codes. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { methods } from "~/contract/registry";
import { park } from "~/contract/ticket/park";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const { list, save } = park.methods;
type Language = "zh-CN" | "en";
const refusal = async (method: typeof list | typeof save, as: string, language: Language, payload: object = {}) => {
  const reply = await backend.call(method, payload as never, { as, language });
  expect(reply.status).toBe(403);
  return reply.message;
};

test("6a a 403 says which page is lacking, and which button where the page itself is held", async () => {
  const nobody = (await backend.createUser({})).token;
  const viewer = (await backend.createUser({ grants: ["parkList"] })).token;
  expect([
    await refusal(list, nobody, "zh-CN"),
    await refusal(save, nobody, "zh-CN"),
    await refusal(save, viewer, "zh-CN"),
    await refusal(save, viewer, "zh-CN", { id: 7 }),
    await refusal(save, viewer, "en"),
  ]).toEqual([
    "没有“景区”的权限",
    "没有“景区”的权限",
    "没有“景区”中“新建”的权限",
    "没有“景区”中“编辑”的权限",
    "You do not have the permission “New” in “Parks”",
  ]);
});

test("6a the name is the one that the menu has now", async () => {
  const nobody = (await backend.createUser({})).token;
  await backend.sql("update fun set fun_name = '我的景区' where fun_code = 'parkList'");
  expect(await refusal(list, nobody, "zh-CN")).toBe("没有“我的景区”的权限");
  await backend.sql("update fun set fun_name = product_name where fun_code = 'parkList'");
});

test("6a no refusal of the registry shows a code, and every method of a function names it", async () => {
  const nobody = (await backend.createUser({})).token;
  const unnamed: string[] = [];
  for (const { access, business, name } of methods) {
    if (typeof access !== "object" || business === "offline") continue;
    const reply = await backend.post(defaultPaths[business], encodePayload({ method: name }), {
      "access-token": nobody,
    });
    const codes = [access.fun, access.button ?? []].flat();
    const shows = codes.some((code) => reply.message.includes(code));
    if (reply.status !== 403 || shows || !/“.+”/.test(reply.message)) unnamed.push(`${name}: ${reply.message}`);
  }
  expect(unnamed).toEqual([]);
});
