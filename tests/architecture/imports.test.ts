/** The arrows of the house: who may know whom. */
import { describe, expect, test } from "vitest";
import { circles } from "./circles";
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

const graph = new Map(sources.map(({ path }) => [path.replace(/\.(tsx?|m?js)$/, ""), [] as string[]]));
for (const { from, to, typesOnly } of imports)
  if (!typesOnly && graph.has(to)) graph.get(from.replace(/\.(tsx?|m?js)$/, ""))?.push(to);

/** Circles that types alone close: those that are left, each named by its files. None is to come. */
const circlesOfTypes = [
  ["app/resource/fields/area-input", "app/resource/fields/field-input", "…"],
  ["app/resource/fields/area-levels.server", "app/resource/form-conflict.server", "…"],
  ["app/screens/ticket/counter-beside", "app/screens/ticket/counter-days", "…"],
  ["app/screens/ticket/quota-days", "app/screens/ticket/quota-detail"],
  ["server/backend/business/ticket/demonstration/quota-rows", "server/backend/business/ticket/demonstration/rows"],
];

test("no new circle comes, of types neither", () => {
  const all = new Map([...graph].map(([file]): [string, string[]] => [file, []]));
  for (const { from, to } of imports) if (graph.has(to)) all.get(from.replace(/\.(tsx?|m?js)$/, ""))?.push(to);
  // Of a larger one the first two files say which it is.
  const found = circles(all).map((files) => (files.length > 3 ? [...files.slice(0, 2), "…"] : files));
  expect(found.sort()).toEqual(circlesOfTypes.sort());
});

test("no files import one another in a circle, but for types", () => {
  expect(
    circles(
      new Map([
        ["a", ["b"]],
        ["b", ["c"]],
        ["c", ["b"]],
      ]),
    ),
  ).toEqual([["b", "c"]]);
  expect(circles(graph)).toEqual([]);
});

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

  test("server imports of app the contract, the languages, and who may open which screen, what a refusal calls it", () => {
    const screens = ["app/screens/page-access", "app/screens/asked-page.server"];
    const shared = (to: string) => /^app\/(contract|i18n)\//.test(to) || screens.includes(to);
    expect(forbidden(/^server\//, (to) => to.startsWith("app/") && !shared(to))).toEqual([]);
  });

  test("what screens say of themselves is data: their manifests import the contract and one another", () => {
    const files =
      /^app\/screens\/(\w+\/(manifest|home-blocks|row-blocks)|manifests|page-access|screen-manifest|home-block|row-block)\.ts$/;
    const data = (to: string) =>
      to.startsWith("app/contract/") ||
      /^app\/screens\/(\w+\/(manifest|home-blocks|row-blocks)|manifests|screen-manifest|home-block|row-block)$/.test(
        to,
      );
    expect(forbidden(files, (to) => !data(to))).toEqual([]);
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

  const businessOf = (path: string) => /^server\/backend\/business\/(\w+)\//.exec(path)?.[1];

  test("a business never imports another's tables, only its functions", () => {
    const refused = (to: string, from: string) => businessOf(to) !== businessOf(from) && /\/schema$/.test(to);
    expect(forbidden(/^server\/backend\/business\//, refused)).toEqual([]);
  });

  test("the platform stands below the other businesses and imports none", () => {
    const other = (to: string) => businessOf(to) !== undefined && businessOf(to) !== "platform";
    expect(forbidden(/^server\/backend\/business\/platform\//, other)).toEqual([]);
  });

  test("every folder of the backend has its floor: mechanisms below, businesses above them", () => {
    const mechanisms = [
      "approvals",
      "db",
      "document",
      "exports",
      "files",
      "imports",
      "jobs",
      "kernel",
      "notes",
      "parsing",
      "seed",
    ];
    const folders = sources.map(({ path }) => /^server\/backend\/(\w[\w-]*)\//.exec(path)?.[1]).filter(Boolean);
    expect([...new Set(folders)].filter((name) => name !== "business").sort()).toEqual(mechanisms);
    const upwards = (to: string) => businessOf(to) !== undefined || /^server\/backend\/[\w-]+$/.test(to);
    const found = mechanisms.flatMap((name) => forbidden(new RegExp(`^server/backend/${name}/`), upwards));
    expect(found).toEqual([]);
  });

  test("pure rules touch neither database nor clock of the machine", () => {
    const refused = (to: string) => node(to) || /^(pg|drizzle-orm)/.test(to) || /\/(db|kernel)\//.test(to);
    expect(forbidden(/^server\/backend\/business\/[^/]+\/rules\//, refused)).toEqual([]);
    const rules = sources.filter(({ path }) => /^server\/backend\/business\/[^/]+\/rules\//.test(path));
    expect(rules.filter(({ text }) => /Date\.now\(|new Date\(\)/.test(text)).map(({ path }) => path)).toEqual([]);
  });
});

describe("arrows inside the app", () => {
  test("every folder of the app has its floor", () => {
    const floors = [
      ...["auth", "contract", "form", "gate-device", "i18n", "line", "resource", "screens", "shell", "styles"],
      "widgets",
    ];
    const folders = sources.map(({ path }) => /^app\/(\w[\w-]*)\//.exec(path)?.[1]).filter(Boolean);
    expect([...new Set(folders)].sort()).toEqual(floors);
  });

  test("the phone gate carries the contract and the words, nothing of the console", () => {
    const own = /^app\/(gate-device|contract|i18n\/generated)\//;
    expect(forbidden(/^app\/gate-device\//, (to) => !own.test(to))).toEqual([]);
  });

  test("screens of two businesses never know each other both ways", () => {
    const ownOf = (path: string) => /^app\/screens\/([\w-]+)\//.exec(path)?.[1];
    const arrows = new Set<string>();
    for (const { from, to } of imports) {
      const [mine, other] = [ownOf(from), ownOf(to)];
      if (mine && other && mine !== other) arrows.add(`${mine} ${other}`);
    }
    const back = (arrow: string) => arrow.split(" ").reverse().join(" ");
    expect([...arrows].filter((arrow) => arrows.has(back(arrow)))).toEqual([]);
  });

  test("shell, forms, widgets and the engine never import screens", () => {
    expect(forbidden(/^app\/(resource|form|widgets|shell|auth)\//, (to) => to.startsWith("app/screens/"))).toEqual([]);
  });

  test("forms and widgets know neither shell nor engine", () => {
    expect(forbidden(/^app\/(form|widgets)\//, (to) => /^app\/(shell|resource|auth)\//.test(to))).toEqual([]);
  });

  test("the line to the server is below everything that uses it", () => {
    expect(forbidden(/^app\/line\//, (to) => to.startsWith("app/") && !to.startsWith("app/line/"))).toEqual([]);
  });

  test("a part of the program that comes when it is needed comes by the line, which waits where there is none", () => {
    const bare = sources
      .filter(({ path, text }) => /^app\//.test(path) && /\blazy\(/.test(text))
      .map(({ path }) => path);
    expect(bare).toEqual(["app/line/this-line.ts"]);
  });

  test("what only the server may load is in files named .server", () => {
    const conform = packageOf(/^(@conform-to\/.*|exceljs|sanitize-html|md5|pg|uqr)$/);
    const server = (path: string) => /\.server\.tsx?$/.test(path) || path === "app/entry.server.tsx";
    expect(forbidden(/^app\//, (to, from) => !server(from) && (node(to) || conform(to)))).toEqual([]);
  });
});
