/** The arrows of the house: who may know whom. */
import { describe, expect, test } from "vitest";
import { type Import, importsOf, sources } from "./sources";

const imports = sources.flatMap(importsOf);
const ours = (to: string) => /^(app|server|tests)\//.test(to);
const told = ({ from, to }: Import) => `${from} imports ${to}`;

/** What files of `from` may not import. */
function forbidden(from: RegExp, refused: (to: string, from: string) => boolean): string[] {
  const found = imports.filter((one) => from.test(one.from));
  if (found.length === 0) throw new Error(`nothing is imported by ${from}: the rule watches nothing`);
  return found.filter((one) => refused(one.to, one.from)).map(told);
}

const packageOf = (name: RegExp) => (to: string) => !ours(to) && name.test(to);
const browserLibraries = packageOf(/^(react|react-dom|@remix-run\/.*|@mantine\/.*|react\/.*)$/);
const node = (to: string) => to.startsWith("node:");

describe("arrows between the layers", () => {
  test("the graph is seen: a file that imports, by each form of the statement", () => {
    const text = [
      'import a from "./a";',
      'import "~/b";',
      'export { c } from "~server/c";',
      'const d = import("node:fs");',
      "import {",
      "  e,",
      '} from "zod";',
    ].join("\n");
    const seen = importsOf({ path: "app/x/y.ts", text }).map(({ to }) => to);
    expect(seen).toEqual(["app/x/a", "app/b", "server/c", "node:fs", "zod"]);
    expect(imports.length).toBeGreaterThan(500);
  });

  test("app imports nothing from server or tests", () => {
    expect(forbidden(/^app\//, (to) => /^(server|tests)\//.test(to))).toEqual([]);
  });

  test("server imports of app the contract and the languages only", () => {
    expect(forbidden(/^server\//, (to) => to.startsWith("app/") && !/^app\/(contract|i18n)\//.test(to))).toEqual([]);
  });

  test("nothing but tests imports tests", () => {
    expect(forbidden(/^(app|server)\//, (to) => to.startsWith("tests/"))).toEqual([]);
  });

  test("the contract is pure: zod, data and messages; no React, no Node, nothing else of ours", () => {
    const pure = (to: string) => /^app\/(contract|i18n\/generated)\//.test(to) || to === "zod" || to === "dayjs";
    expect(forbidden(/^app\/contract\//, (to) => !pure(to))).toEqual([]);
  });
});

describe("arrows inside the server", () => {
  test("the backend knows no React, no Remix, and neither console nor dispatch client", () => {
    const refused = (to: string) => browserLibraries(to) || /^server\/(console|dispatch|index)/.test(to);
    expect(forbidden(/^server\/backend\//, refused)).toEqual([]);
  });

  test("the console and the dispatch client know no business but the platform's, and never the backend", () => {
    const business = (to: string) => /^app\/contract\/[^/]+\//.test(to) && !to.startsWith("app/contract/platform/");
    const refused = (to: string) => business(to) || to.startsWith("server/backend/");
    expect(forbidden(/^server\/(console|dispatch)\//, refused)).toEqual([]);
  });

  test("the dispatch client knows nothing of the console", () => {
    expect(forbidden(/^server\/dispatch\//, (to) => browserLibraries(to) || /^server\/console\//.test(to))).toEqual([]);
  });

  const businessOf = (path: string) => /^server\/backend\/business\/(platform|ticket|order)\//.exec(path)?.[1];

  test("a business never imports another's tables, only its functions", () => {
    const refused = (to: string, from: string) => businessOf(to) !== businessOf(from) && /\/schema$/.test(to);
    expect(forbidden(/^server\/backend\/business\/(platform|ticket|order)\//, refused)).toEqual([]);
  });

  test("the platform stands below the businesses and imports none", () => {
    expect(
      forbidden(/^server\/backend\/business\/platform\//, (to) =>
        /^server\/backend\/business\/(ticket|order)\//.test(to),
      ),
    ).toEqual([]);
  });

  test("kernel and database know no business but the platform's", () => {
    const refused = (to: string) => /^server\/backend\/(business\/(ticket|order|report)|seed|jobs)\//.test(to);
    expect(forbidden(/^server\/backend\/(kernel|db)\//, refused)).toEqual([]);
  });

  test("pure rules touch neither database nor clock of the machine", () => {
    const refused = (to: string) => node(to) || /^(pg|drizzle-orm)/.test(to) || /\/(db|kernel)\//.test(to);
    expect(forbidden(/^server\/backend\/business\/[^/]+\/rules\//, refused)).toEqual([]);
    const rules = sources.filter(({ path }) => /^server\/backend\/business\/[^/]+\/rules\//.test(path));
    expect(rules.filter(({ text }) => /Date\.now\(|new Date\(\)/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe("arrows inside the app", () => {
  test("shell, forms, widgets and the engine never import screens", () => {
    expect(forbidden(/^app\/(resource|form|widgets|shell|auth)\//, (to) => to.startsWith("app/screens/"))).toEqual([]);
  });

  test("forms and widgets know neither shell nor engine", () => {
    expect(forbidden(/^app\/(form|widgets)\//, (to) => /^app\/(shell|resource|auth)\//.test(to))).toEqual([]);
  });

  test("what only the server may load is in files named .server", () => {
    const conform = packageOf(/^(@conform-to\/.*|exceljs|sanitize-html|md5|pg|uqr)$/);
    const server = (path: string) => /\.server\.tsx?$/.test(path) || path === "app/entry.server.tsx";
    expect(forbidden(/^app\//, (to, from) => !server(from) && (node(to) || conform(to)))).toEqual([]);
  });
});
