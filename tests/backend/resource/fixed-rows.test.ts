/** Rows that come with the product, names kept once a language, what a save brings about, what the log leaves out. */
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { boolean, text } from "~/contract/field-kinds";
import { methodsOf, resource } from "~/contract/resource";
import { defaultPaths, encodePayload } from "~/contract/wire";
import { createBackend } from "~server/backend/app";
import { dictType } from "~server/backend/business/platform/dictionary-schema";
import { tenantRole } from "~server/backend/db/database";
import { asOwner } from "~server/backend/kernel/as-owner";
import { serveResource } from "~server/backend/kernel/resource";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const label = () => "字段";
const specimen = resource("platform", "specimen", {
  ...{ title: label, path: "/specimen", fun: "dictList", nameField: "name", fixedRows: true },
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label, localised: true, form: false, list: true, filter: "contains", sort: true }),
    code: text({ label, form: false, list: true, filter: "equals" }),
    remark: text({ label, max: 200, list: true, words: (value, { code }) => `${code}: ${value ?? "-"}` }),
    open: boolean({ label, form: false, list: true, logged: false }),
  },
});

const roles: string[] = [];

/** A remark is said in every corp, and opens the dictionary. */
const served = serveResource(specimen, {
  table: dictType,
  check: (_call, values) => {
    Object.assign(values, { open: true });
  },
  saved: async (call, { code, remark }) => {
    await asOwner(call, () => call.db.execute(sql`update dict_type set remark = ${remark} where code = ${code}`));
    const { rows } = await call.db.execute<{ role: string }>(sql`select current_user as role`);
    roles.push(...rows.map(({ role }) => role));
  },
});

async function ask(name: keyof typeof specimen.methods | "suspend", payload: object, language = "zh-CN") {
  const app = createBackend({ database: backend.database, served });
  const body = new URLSearchParams(
    encodePayload({ method: name === "suspend" ? "specimenSuspend" : specimen.methods[name].name, ...payload }),
  );
  const headers = { "access-token": backend.admin, "accept-language": language };
  const response = await app.request(defaultPaths.platform, { method: "POST", body, headers });
  return { status: response.status, ...(await response.json()) };
}

test("the name is that of the reader's language: shown, sought, sorted", async () => {
  const names = async (asked: object, language: string) =>
    ((await ask("list", { pageSize: 100, ...asked }, language)).data.records as { name: string }[]).map(
      ({ name }) => name,
    );
  expect(await names({ filters: { name: "ticket" } }, "en")).toEqual(
    expect.arrayContaining(["Ticket category", "Ticket status"]),
  );
  expect(await names({ filters: { name: "ticket" } }, "zh-CN")).toEqual([]);
  expect(await names({ filters: { name: "票种状态" } }, "zh-CN")).toEqual(["票种状态"]);
  const sorted = await names({ sort: "name" }, "en");
  const inOrder = await backend.sql<{ name: string }>(
    "select name_en as name from dict_type where corp_code = '0001' order by name_en, id",
  );
  expect(sorted).toEqual(inOrder.slice(0, 100).map(({ name }) => name));
});

test("rows are changed, none is made or deleted; a save reaches as far as its rule, and no further", async () => {
  await backend.createCorp("5701");
  const { data } = await ask("list", { filters: { code: "yesNo" } });
  const [{ id, rowVersion }] = data.records;
  expect((await ask("save", { id, rowVersion, remark: "R" })).status).toBe(200);
  expect(await backend.sql("select remark from dict_type where code = 'yesNo' order by corp_code")).toEqual([
    { remark: "R" },
    { remark: "R" },
  ]);
  expect(roles).toEqual([tenantRole]);
  // `open` changed as well: the log leaves it out.
  const { changes } = (await ask("changes", { id })).data;
  expect(changes[0].fields).toEqual([{ field: "remark", before: null, after: "R" }]);
  expect((await ask("save", { remark: "R" })).errors).toEqual({ id: ["此项为必填项"] });
  for (const name of ["remove", "suspend"] as const) expect((await ask(name, { id })).status, name).toBe(404);
  const offered = methodsOf(specimen as never).map(({ name }) => name);
  expect(offered.filter((name) => /Remove|Suspend|Resume/.test(name))).toEqual([]);
});
