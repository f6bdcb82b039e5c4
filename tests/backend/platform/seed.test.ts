import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buttons, functionTree } from "~/contract/function-tree";
import { methods } from "~/contract/registry";
import { isStrongPassword } from "~/contract/validators";
import { openDatabase } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { roles, seedFirstStart } from "~server/backend/first-start";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const entries = functionTree.flatMap((group) => group.entries);

async function counts(): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of ["corp", "account", "fun", "button", "role", "role_grant", "dict_item", "sys_param", "area"]) {
    const [row] = await backend.sql<{ n: number }>(`select count(*)::int as n from ${table}`);
    found[table] = row?.n ?? 0;
  }
  return found;
}

test("a second start adds nothing and tells no password", async () => {
  const before = await counts();
  expect(await seedFirstStart(backend.database, "Other#2026")).toEqual({ firstPassword: null });
  expect(await counts()).toEqual(before);
  expect(await backend.signIn("admin", "Admin#2026")).toBeTruthy();
});

/** What Postgres keeps of each row's writers and lockers. */
async function traces(): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const table of ["fun", "button", "dict_type", "dict_item", "sys_param"]) {
    found.push(await backend.sql(`select ctid::text, xmin::text, xmax::text from ${table} order by ctid`));
  }
  return found;
}

test("a start that brings nothing new neither writes nor locks a row; what was changed by hand is put right", async () => {
  await seedFirstStart(backend.database);
  const before = await traces();
  await seedFirstStart(backend.database);
  expect(await traces()).toEqual(before);

  const [entry] = await backend.sql<{ id: number; fun_url: string }>(
    "select id::int, fun_url from fun where built and fun_url <> '' order by id limit 1",
  );
  await backend.sql(`update fun set fun_url = '/elsewhere', built = false where id = ${entry?.id}`);
  const undone = await backend.sql("update dict_item set system = false where sort = 0 returning value");
  expect(undone.length).toBeGreaterThan(10);
  await seedFirstStart(backend.database);
  expect(await backend.sql(`select fun_url, built from fun where id = ${entry?.id}`)).toEqual([
    { fun_url: entry?.fun_url, built: true },
  ]);
  expect(await backend.sql("select from dict_item where not system")).toEqual([]);
});

test("a first start without a password makes a strong one, told once", async () => {
  const database = await openDatabase({ memory: true });
  await migrate(database);
  const { firstPassword } = await seedFirstStart(database);
  expect(isStrongPassword(firstPassword ?? "")).toBe(true);
  const { rows } = await database.pool.query("select id::int, initpwd, acc_type, corp_code from account");
  expect(rows).toEqual([{ id: 1, initpwd: "F", acc_type: "11", corp_code: "0001" }]);
  await database.close();
});

test("the menu: no URL and no code twice, both names, groups in order", () => {
  const urls = entries.map((entry) => entry.url);
  expect(new Set(urls).size).toBe(urls.length);
  const codes = entries.map((entry) => entry.code).filter(Boolean);
  expect(new Set(codes).size).toBe(codes.length);
  for (const { label } of [...functionTree, ...entries]) {
    expect(label({}, { locale: "zh-CN" })).toMatch(/\p{Script=Han}/u);
    expect(label({}, { locale: "en" })).toMatch(/^[\x20-\x7e]+$/);
  }
});

test("2.6b every page description is an image that is there, and is shown: its function's useFlag is T", async () => {
  const described = entries.filter(({ help }) => help);
  expect(described.length).toBeGreaterThan(4);
  for (const { help = "" } of described) expect(existsSync(path.join("public", help)), help).toBe(true);
  const rows = await backend.sql<{ fun_url: string }>(
    "select fun_url from fun where use_flag = 'T' and description <> '' order by sort",
  );
  expect(rows.map(({ fun_url }) => fun_url).sort()).toEqual(described.map(({ url }) => url).sort());
});

test("every function and button that a method asks for is there to be granted", async () => {
  // Also one whose screen is not there yet: an administrator holds it, others are granted it with the screen.
  const known = new Set(entries.map((entry) => entry.code));
  const granted = new Set([...buttons.values()].flatMap((list) => list.map(({ code }) => code)));
  for (const { name, access } of methods) {
    if (typeof access !== "object") continue;
    for (const fun of [access.fun].flat()) expect(known.has(fun), `${name} ${fun}`).toBe(true);
    for (const button of [access.button, access.newButton])
      if (button) expect(granted.has(button), `${name} ${button}`).toBe(true);
  }
});

test("roles are granted what exists", () => {
  const known = new Set(entries.map((entry) => entry.code));
  const codes = new Set([...buttons.values()].flatMap((list) => list.map(({ code }) => code)));
  for (const role of roles)
    for (const [fun, granted] of role.grants) {
      expect(known.has(fun), `${role.code} ${fun}`).toBe(true);
      for (const button of granted) expect(codes.has(button), `${role.code} ${button}`).toBe(true);
    }
});

test("9 areas: every one hangs under another, up to 156, with its full address", async () => {
  const orphans = await backend.sql(
    "select a.area_code from area a left join area p on p.area_code = a.parent_code where p.area_code is null and a.parent_code <> '156'",
  );
  expect(orphans).toEqual([]);
  const [row] = await backend.sql<{ n: number; levels: number }>(
    "select count(*)::int as n, max(level)::int as levels from area",
  );
  expect(row?.n).toBeGreaterThan(3000);
  expect(row?.levels).toBe(3);
});

test("the holidays of 2026 are those of the State Council's notice, with the days worked in their stead", async () => {
  const rows = await backend.sql<{ name: string; days: number; first: string; last: string; worked: string[] | null }>(`
    select name,
           count(*) filter (where not make_up)::int as days,
           to_char(min(day) filter (where not make_up), 'MM-DD') as first,
           to_char(max(day) filter (where not make_up), 'MM-DD') as last,
           array_agg(to_char(day, 'MM-DD') order by day) filter (where make_up) as worked
    from holiday
    where day between '2026-01-01' and '2026-12-31'
    group by name
    order by min(day) filter (where not make_up)
  `);
  expect(rows.map(({ name, days, first, last, worked }) => [name, days, first, last, worked?.join() ?? ""])).toEqual([
    ["元旦", 3, "01-01", "01-03", "01-04"],
    ["春节", 9, "02-15", "02-23", "02-14,02-28"],
    ["清明节", 3, "04-04", "04-06", ""],
    ["劳动节", 5, "05-01", "05-05", "05-09"],
    ["端午节", 3, "06-19", "06-21", ""],
    ["中秋节", 3, "09-25", "09-27", ""],
    ["国庆节", 7, "10-01", "10-07", "09-20,10-10"],
  ]);
});
