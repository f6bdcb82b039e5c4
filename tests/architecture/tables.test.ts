/** Tables belong to one business each: no other names them, in statements written by hand neither. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { type Source, sources } from "./sources";

const businessOf = (path: string) => /^server\/backend\/business\/([^/]+)\//.exec(path)?.[1];

/** Every table of the migrations that a schema of a business declares, by its business. */
function ownersOf(files: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { path, text } of files) {
    const business = businessOf(path);
    if (!business) continue;
    for (const [, table = ""] of text.matchAll(
      /(?:(?:pgTable|ledgerTable)\(|resourceTable\(\s*[\w.]+,)\s*"([a-z_]+)"/g,
    ))
      owners.set(table, business);
  }
  return owners;
}

const folder = new URL("../../server/backend/db/migrations/", import.meta.url);
const migrated = readdirSync(fileURLToPath(folder))
  .filter((name) => name.endsWith(".sql"))
  .flatMap((name) => [
    ...readFileSync(new URL(name, folder), "utf8").matchAll(/create table (?:if not exists )?([a-z_]+)/g),
  ])
  .map(([, table = ""]) => table);

/** Where a statement, or a function that makes one, has the name of a table. */
const places = [
  /\b(?:from|join|update|into|truncate|lock table)\s+(?:only\s+|lateral\s+)?"?([a-z_]+)"?/gi,
  // The second of two tables with a comma between them.
  /\bfrom\s+[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*(?:lateral\s+)?"?([a-z_]+)"?/gi,
  /\b(?:insertAll|nextId|moveSequence)\(\s*\w+,\s*"([a-z_]+)"/g,
  /\bidentifier\("([a-z_]+)"/g,
];

/** Tables that a file's statements read or write, before any comment is left out. */
function namedBy({ text }: Source): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
  const found = places.flatMap((place) => [...code.matchAll(place)].map(([, table = ""]) => table));
  return [...new Set(found)];
}

/** Schemas of another business that a file takes tables from. */
function schemasTaken({ path, text }: Source): string[] {
  const own = businessOf(path);
  const taken = [...text.matchAll(/from "(?:\.\.\/)+(?:business\/)?([a-z]+)\/[a-z-]*schema"/g)].map(
    ([, other = ""]) => other,
  );
  return own ? taken.filter((other) => other !== own).map((other) => `${path} takes tables of ${other}`) : [];
}

/** What a business names of another's: `file names table of owner`. */
function foreign(files: readonly Source[], owners: ReadonlyMap<string, string>): string[] {
  return files.flatMap((source) => {
    const own = businessOf(source.path);
    if (!own) return [];
    return namedBy(source).flatMap((table) => {
      const owner = owners.get(table);
      return owner && owner !== own ? [`${source.path} names ${table} of ${owner}`] : [];
    });
  });
}

describe("no business names another's table", () => {
  const owners = ownersOf(sources);

  test("the tables are found, each with its business", () => {
    expect([owners.get("orders"), owners.get("sub_order_quota"), owners.get("account")]).toEqual([
      "order",
      "ticket",
      "platform",
    ]);
    expect([...owners.keys()].filter((table) => !migrated.includes(table))).toEqual([]);
  });

  test("a statement by hand that does is seen", () => {
    const path = "server/backend/business/ticket/x.ts";
    const text = "// from orders\nconst a = sql`select 1 from ticket t\n  join orders o on true`;";
    expect(foreign([{ path, text }], owners)).toEqual([`${path} names orders of order`]);
  });

  test.each([
    "sql`select 1 from ticket t, orders o`",
    'await insertAll(tx, "orders", rows)',
    "sql`select 1 FROM orders`",
    'sql.identifier("orders")',
  ])("wherever the name stands: %s", (text) => {
    const path = "server/backend/business/ticket/x.ts";
    expect(foreign([{ path, text }], owners)).toEqual([`${path} names orders of order`]);
  });

  test("a schema of another business that is taken is seen", () => {
    const path = "server/backend/business/ticket/x.ts";
    expect(schemasTaken({ path, text: 'import { orders } from "../order/schema";' })).toHaveLength(1);
    expect(schemasTaken({ path, text: 'import { ticket } from "./schema";' })).toEqual([]);
  });

  test("none does", () => {
    expect(foreign(sources, owners)).toEqual([]);
    expect(sources.flatMap(schemasTaken)).toEqual([]);
  });

  test("every table has an owner: a business by its schema, a mechanism, or the one business that names it", () => {
    const mechanisms = sources.filter(
      ({ path }) => path.startsWith("server/backend/") && !path.startsWith("server/backend/business/"),
    );
    const own = new Set(
      mechanisms.flatMap((source) => [
        ...namedBy(source),
        ...[...source.text.matchAll(/pgTable\(\s*"([a-z_]+)"/g)].map(([, table = ""]) => table),
      ]),
    );
    const left = migrated.filter((table) => !owners.has(table) && !own.has(table));
    const namers = left.map((table) => [
      table,
      new Set(sources.filter((source) => namedBy(source).includes(table)).flatMap(({ path }) => businessOf(path) ?? []))
        .size,
    ]);
    expect(namers.filter(([, n]) => n !== 1)).toEqual([]);
  });
});

describe("what can be sold", () => {
  test("every business with a sells.ts is handed to the order core", () => {
    const selling = sources.flatMap(({ path }) => (path.endsWith("/sells.ts") ? [businessOf(path)] : []));
    const manifestOf = (name: string | undefined) =>
      sources.find(({ path }) => path === `server/backend/business/${name}/manifest.ts`)?.text ?? "";
    expect(selling.filter((name) => !/^ {2}sells,$/m.test(manifestOf(name)))).toEqual([]);
    expect(selling.length).toBeGreaterThan(0);
  });

  test("the order core knows no business that sells", () => {
    const selling = sources.flatMap(({ path }) => (path.endsWith("/sells.ts") ? [businessOf(path) ?? ""] : []));
    const core = sources.filter(({ path }) => path.startsWith("server/backend/business/order/"));
    const told = core.filter(({ text }) => selling.some((name) => text.includes(`"../${name}/`)));
    expect(told.map(({ path }) => path)).toEqual([]);
  });
});

describe("business time", () => {
  test("the zone of the corp stands in one place: no offset and no name of a zone elsewhere", () => {
    const own = ["app/contract/business-time.ts"];
    const zone = /\+08:?00|8 \* 3_?600_?000|8 \* 60 \* 60|8 hours|Asia\/Shanghai/;
    const told = sources.filter(
      ({ path, text }) => /^(app|server)\//.test(path) && !own.includes(path) && zone.test(text),
    );
    expect(told.map(({ path }) => path)).toEqual([]);
  });
});
