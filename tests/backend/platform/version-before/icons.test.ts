/** Icons of the version that took any address, over the migration after which they are stored files of the corp. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "~server/backend/db/database";
import { migrate, readMigrations } from "~server/backend/db/migrate";
import { type EmptyDatabase, emptyDatabase } from "~tests/support/empty-database";

let database: Database;
let empty: EmptyDatabase;
const ask = async <R>(text: string, values: unknown[] = []): Promise<R[]> =>
  (await database.pool.query(text, values)).rows;

const pathOf = (corp: string, letter: string) => `/images/${corp}/202610/${letter.repeat(26)}.png`;
/** Uploaded, its bytes gone meanwhile, and never there. */
const [own, older, gone, missing] = ["a", "b", "c", "d"].map((letter) => pathOf("0001", letter)) as [
  string,
  string,
  string,
  string,
];
const theirs = pathOf("7001", "e");
const foreign = [
  "https://evil.example/pixel.png",
  "//evil.example/a.png",
  "data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=",
  "javascript:alert(1)",
  "/?isAdvancePre=1&token=x",
  `${own}?token=x`,
  "/images/../login",
  `${own}\n`,
  "",
];
const icons = [own, older, gone, missing, ...foreign];

beforeAll(async () => {
  empty = await emptyDatabase();
  database = await empty.open();
  const all = readMigrations();
  // The table of migrations, and theirs by hand: policies of this version cannot stand on tables of that one.
  await migrate(database, []);
  for (const { name, statements, checksum } of all.filter((one) => one.name < "0070")) {
    await ask(statements);
    await ask("insert into schema_migration (name, checksum) values ($1, $2)", [name, checksum]);
  }
  for (const corp of ["0001", "7001"]) await ask("insert into corp (corp_code, name) values ($1, $1)", [corp]);
  const file = `insert into stored_file
    (corp_code, path, kind, name, content_type, size, state, since, source, account_id, created_at)
    values ($1, $2, 'image', 'a.png', 'image/png', 10, $3, now(), '', 1, now())`;
  await ask(file, ["0001", own, "temporary"]);
  await ask(file, ["0001", older, "kept"]);
  await ask(file, ["0001", gone, "gone"]);
  await ask(file, ["7001", theirs, "temporary"]);
  for (const [place, icon] of [...icons, null].entries()) {
    await ask(
      "insert into corp_application (corp_code, app_code, app_name, app_icon, app_auth_url) values ('0001', $1, $1, $2, '/')",
      [`A${place}`, icon],
    );
    await ask("insert into quick_link (corp_code, name, icon, url, sort) values ('0001', $1, $2, '/', $3)", [
      `L${place}`,
      icon,
      place,
    ]);
  }
  await ask("insert into quick_link (corp_code, name, icon, url) values ('7001', 'own', $1, '/')", [theirs]);
  await ask("insert into quick_link (corp_code, name, icon, url) values ('7001', 'another', $1, '/')", [own]);
  await migrate(database, all);
}, 120_000);
afterAll(() => empty.close());

test("addresses that are no stored file are empty afterwards, paths of stored files stay", async () => {
  const kept = [own, older, gone, missing, ...foreign.map(() => null), null];
  const applications = await ask<{ icon: string | null }>("select app_icon as icon from corp_application order by id");
  expect(applications.map(({ icon }) => icon)).toEqual(kept);
  const links = await ask<{ icon: string | null }>(
    "select icon from quick_link where corp_code = '0001' order by sort",
  );
  expect(links.map(({ icon }) => icon)).toEqual(kept);
});

test("those that are there are held by what shows them, so no sweep takes them", async () => {
  const held = await ask<{ corp_code: string; thing: string; path: string }>(
    "select corp_code, thing, path from file_use order by corp_code, thing, path",
  );
  expect(held.map(({ corp_code, thing, path }) => `${corp_code} ${thing} ${path}`)).toEqual([
    `0001 corpApplication ${own}`,
    `0001 corpApplication ${older}`,
    `0001 quickEntry ${own}`,
    `0001 quickEntry ${older}`,
    `7001 quickEntry ${theirs}`,
  ]);
  const states = await ask<{ path: string; state: string }>("select path, state from stored_file order by path");
  expect(states.map(({ state }) => state)).toEqual(["kept", "kept", "gone", "kept"]);
});

test("a file of another corp is held by nobody there", async () => {
  expect(await ask("select 1 from file_use where corp_code = '7001' and path = $1", [own])).toEqual([]);
});
