/** What the conventions ask of every file and every message. */
import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { describe, expect, test } from "vitest";
import { quickBackend, quickJourneys } from "../support/quick";
import { type Source, sources } from "./sources";

const catalogue = (locale: string, area: string): Record<string, unknown> =>
  JSON.parse(readFileSync(`app/i18n/messages/${locale}/${area}`, "utf8"));
const keys = (messages: Record<string, unknown>) => Object.keys(messages).filter((key) => key !== "$schema");
const areas = readdirSync("app/i18n/messages/zh-CN");
const locales = ["zh-CN", "en"];

/** Files of ours that are imported for what they do: `import "./hanging"`. */
function unnamed(files: readonly Source[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/^import "((?:\.|~\/|~server\/)[^"]*)";$/gm)].map(([, to = ""]) => {
      const from = to.startsWith(".") ? posix.join(posix.dirname(path), to) : to.replace(/^~\//, "app/");
      const plain = from.replace(/^~server\//, "server/");
      return /\.css$/.test(plain) ? plain : (tried(plain) ?? plain);
    }),
  );
}

const tried = (file: string) => [`${file}.ts`, `${file}.tsx`].find((one) => sources.some(({ path }) => path === one));

describe("files", () => {
  test("none is longer than 400 lines", () => {
    const long = sources.map(({ path, text }) => ({ path, lines: text.split("\n").length - 1 }));
    expect(long.filter(({ lines }) => lines > 400)).toEqual([]);
  });

  test("none has a name that says nothing", () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc|types|lib)(\/|\.tsx?$)/;
    expect(sources.map(({ path }) => path).filter((path) => drawer.test(path))).toEqual([]);
  });

  test("names are in kebab-case", () => {
    const kebab = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/;
    const odd = sources.map(({ path }) => path.split("/").at(-1) ?? "").filter((name) => !kebab.test(name));
    expect(odd).toEqual([]);
  });

  test("the quick tests take some of each folder of the backend, and only files that there are", () => {
    const paths = new Set(sources.map(({ path }) => path));
    expect([...quickBackend, ...quickJourneys].filter((file) => !paths.has(file))).toEqual([]);
    const folderOf = (file: string) => /^tests\/backend\/([a-z-]+)\/[^/]*\.test\.ts$/.exec(file)?.[1];
    const folders = new Set([...paths].map(folderOf).filter((name) => name !== undefined));
    const taken = new Set(quickBackend.map(folderOf));
    expect(folders.size).toBeGreaterThan(30);
    expect([...folders].filter((name) => !taken.has(name))).toEqual([]);
  });

  // What is built leaves out a module that is imported for what it does and not named there, with all that it registers.
  test("an import without a name is of a module that package.json says has effects", () => {
    const { sideEffects } = JSON.parse(readFileSync("package.json", "utf8")) as { sideEffects: string[] };
    const patterns = sideEffects.map((one) => {
      const text = one.replaceAll(".", "\\.").replaceAll("*", "[^/]*");
      return new RegExp(`^${one.includes("/") ? "" : "(.*/)?"}${text}$`);
    });
    expect(unnamed([{ path: "server/a/b.ts", text: 'import "./c";\nimport "~/d/e.css";\n' }])).toEqual([
      "server/a/c",
      "app/d/e.css",
    ]);
    const found = unnamed(sources.filter(({ path }) => /^(app|server)\//.test(path)));
    expect(found.length).toBeGreaterThan(5);
    const named = (path: string) => patterns.some((pattern) => pattern.test(path));
    expect(found.filter((path) => !named(path))).toEqual([]);
    // And none is said to have effects that is gone.
    const idle = patterns.filter((pattern) => !sources.some(({ path }) => pattern.test(path)));
    expect(idle).toEqual([]);
  });

  // It comes to the browser: with a constant of the contract would come its schemas.
  test("a page's handle is made of nothing that it imports", () => {
    const handles = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/^export const handle\b[^=]*= ([\s\S]*?);$/gm)].map(([, value = ""]) => ({ path, value })),
    );
    expect(handles.length).toBeGreaterThan(20);
    expect(handles.filter(({ value }) => /[\w)]\.\w/.test(value.replace(/"[^"]*"/g, "")))).toEqual([]);
  });
});

describe("messages", () => {
  const all = areas.flatMap((area) => keys(catalogue("zh-CN", area)));

  test("every area is there in every language, with the same keys", () => {
    for (const locale of locales) expect(readdirSync(`app/i18n/messages/${locale}`)).toEqual(areas);
    for (const area of areas) {
      expect(keys(catalogue("en", area)).sort(), area).toEqual(keys(catalogue("zh-CN", area)).sort());
    }
  });

  test("every area is registered, and watched by the type check", () => {
    const settings = readFileSync("app/i18n/project.inlang/settings.json", "utf8");
    const parity = readFileSync("app/i18n/parity.ts", "utf8");
    for (const area of areas) {
      expect(settings, area).toContain(`/${area}"`);
      expect(parity.split(`/${area}"`).length - 1, area).toBe(4);
    }
  });

  test("a key stands in one area only", () => {
    expect(all.filter((key, place) => all.indexOf(key) !== place)).toEqual([]);
  });

  test("both languages take the same inputs", () => {
    const inputs = (value: unknown) => [...JSON.stringify(value).matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
    for (const area of areas) {
      const [chinese, english] = [catalogue("zh-CN", area), catalogue("en", area)];
      for (const key of keys(chinese)) {
        expect([...new Set(inputs(english[key]))], key).toEqual([...new Set(inputs(chinese[key]))]);
      }
    }
  });

  // "1 tickets": a count needs its singular too. What only says a bound ("at most 200 rows") never says 1, and the
  // nightly audit's findings are terse on purpose.
  test("an English count of things has its singular", () => {
    const things = "tickets|orders|rows|people|cards|seats|groups|admissions|visitors|items|records|accounts|lines";
    const counted = new RegExp(
      `(?<!at most |up to |the first |more than |up to and )\\{\\w+\\} (?:unused )?(?:${things})\\b`,
      "i",
    );
    const bounds = new Set([
      ...["card_staff_most", "check_used_of", "flow_says_contact_from", "flow_r_contact", "group_leader_not_listed"],
      ...["jobs_backup_saved", "lines_scan_full", "point_said_of", "print_serial_help", "reception_quota_short"],
      ...["report_more_rows", "r_persons_above", "theatre_r_not_together", "verdict_ambiguous", "capacity_day_full"],
      ...["verdict_ambiguous_document", "verdict_full"],
    ]);
    const without = areas.flatMap((area) =>
      Object.entries(catalogue("en", area))
        .filter(
          ([key, text]) => !bounds.has(key) && typeof text === "string" && !/^audit_/.test(key) && counted.test(text),
        )
        .map(([key]) => key),
    );
    expect(without).toEqual([]);
  });

  test("every message is used", () => {
    const code = sources.filter(({ path }) => /^(app|server)\//.test(path)).map(({ text }) => text);
    const used = new Set(code.flatMap((text) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)));
    expect(all.filter((key) => !used.has(key))).toEqual([]);
  });
});
