/** What businesses declare of the configuration that can be handed over: whole, without people and secrets, and told when it is used. */
import { getTableName } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registeredDependents } from "~server/backend/kernel/depends-on";
import { copied, copiedOfPart, inOrder, nounOf, type Portable } from "~server/backend/kernel/portable";
import { portables } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
beforeAll(async () => {
  backend = await openTestBackend();
});
afterAll(() => backend.close());

const movable = portables.filter(({ anchor }) => !anchor);
const partsOf = ({ parts = {} }: Portable) => Object.values(parts);

interface Key {
  from: string;
  column: string;
  to: string;
  cascades: boolean;
}

const keys = () =>
  backend.sql<Key>(`
    select c.relname as from, a.attname as column, above.relname as to, k.confdeltype = 'c' as cascades
    from pg_constraint k
    join pg_class c on c.oid = k.conrelid
    join pg_class above on above.oid = k.confrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey) and a.attname <> 'corp_code'
    where k.contype = 'f'`);

/** Lines that stay, and why. */
const stay: Readonly<Record<string, string>> = {
  "cardType upgrades": "it leads from type to type and back",
};

/** Told by the kind's own `users`. */
const askedApart = ["list_filter role_id"];

describe("what can be handed over", () => {
  test("names every id that it has of another row: no id of one tenant is ever written into another", async () => {
    const all = await keys();
    const wrong = movable.flatMap((portable) => {
      const own = {
        table: getTableName(portable.table),
        names: [...copied(portable).keys()],
        refers: portable.references,
      };
      const parts = partsOf(portable).map((part) => ({
        ...{ table: getTableName(part.table), names: [...copiedOfPart(part).keys()], refers: part.references },
      }));
      return [own, ...parts].flatMap(({ table, names, refers = {} }) =>
        names
          .filter(
            (name) =>
              !refers[name] && (name.endsWith("_id") || all.some((key) => key.from === table && key.column === name)),
          )
          .map((name) => `${table}.${name}`),
      );
    });
    expect(wrong).toEqual([]);
    expect(movable.length).toBeGreaterThan(10);
  });

  test("refers to the kind whose table it is", async () => {
    const byTable = new Map(portables.map((one) => [getTableName(one.table), nounOf(one)]));
    const all = await keys();
    const wrong = movable.flatMap((portable) =>
      [{ table: portable.table, references: portable.references }, ...partsOf(portable)].flatMap(
        ({ table, references = {} }) =>
          Object.entries(references)
            .filter(([, { by }]) => by !== "key")
            .filter(([column, { noun }]) => {
              const key = all.find((one) => one.from === getTableName(table) && one.column === column);
              return byTable.get(key?.to ?? "") !== noun;
            })
            .map(([column]) => `${getTableName(table)}.${column}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test("takes its lines along, and neither people nor secrets nor files", () => {
    const left = movable.flatMap(({ resource, parts = {} }) =>
      Object.entries(resource.fields)
        .filter(([field, { kind }]) => kind === "lines" && !(field in parts))
        .map(([field]) => `${resource.noun} ${field}`),
    );
    expect(left).toEqual(Object.keys(stay));
    const unfit = ["secret", "mobile", "identity", "image", "file"];
    const wrong = movable.flatMap((portable) => {
      const fields = new Set(copied(portable).values());
      return Object.entries(portable.resource.fields)
        .filter(([field, { kind, mask }]) => fields.has(field) && (unfit.includes(kind) || mask))
        .map(([field]) => `${nounOf(portable)}.${field}`);
    });
    expect(wrong).toEqual([]);
  });

  test("is never taken back from under somebody: what would go with a row is told by its owner", async () => {
    const registered = registeredDependents();
    const silent = (await keys()).filter(({ from, column, to, cascades }) => {
      const portable = movable.find(({ table }) => getTableName(table) === to);
      if (!portable || !cascades) return false;
      if (partsOf(portable).some(({ table }) => getTableName(table) === from)) return false;
      return !registered.some(
        (one) => one.noun === nounOf(portable) && one.table === from && [column, null].includes(one.column),
      );
    });
    expect(silent.map(({ from, column }) => `${from} ${column}`)).toEqual(askedApart);
  });

  test("refuses kinds in a circle, and one that refers to none", () => {
    const [first, second] = movable;
    if (!first || !second) throw new Error("there are kinds");
    const circle = (one: Portable, noun: string): Portable => ({ ...one, references: { code: { noun } } });
    expect(() => inOrder([circle(first, nounOf(second)), circle(second, nounOf(first))])).toThrow("circle");
    expect(() => inOrder([circle(first, "nobody")])).toThrow("nobody");
  });
});
