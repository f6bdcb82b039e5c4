import { readdirSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { scriptsInPage } from "./server/in-page-plugin";
import LongestFirst from "./tests/support/longest-first";
import { quickBackend, quickJourneys } from "./tests/support/quick";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Which tests run: "fast" (all but the long ones, the default), of these the "quick" ones of tests/support/quick.ts or the
 * "rest" of them, "long" (the long ones alone), or "all" but those that one engine tells. Long are the files named
 * `*.long.*`, and journeys in the mode that they are not about (`tests/e2e/support.ts`).
 */
const scope = process.env.TEST_SCOPE ?? "fast";
const longFiles = "**/*.long.*";
/**
 * They take every method or resource in turn and say the same of either engine, minutes each: the stages on the embedded
 * one play them, and "all", which is asked for PostgreSQL, does without.
 */
const toldByOneEngine = [
  "**/kernel/access.test.ts",
  "**/kernel/fuzz.long.*",
  "**/scope/refused.long.*",
  "**/resource/unchanged-everywhere.long.*",
];

/**
 * One kind of test, run by itself with `vitest run --project <name>`; without scripts of the Remix plugin. `folders` is a
 * pattern of where its files lie, `ending` how their names end.
 */
function project(name: string, folders: string, ending: string, test: Record<string, unknown> = {}) {
  const include = scope === "long" ? [`${folders}/**/*.long${ending}`] : [`${folders}/**/*${ending}`];
  const exclude = scope === "all" ? toldByOneEngine : scope === "long" ? [] : [longFiles];
  return { extends: true as const, test: { name, include, exclude, ...test } };
}

/** Of a project of which `npm test` plays these alone. */
function partOf(quick: string[]): Record<string, unknown> {
  if (scope === "quick") return { include: quick };
  return scope === "rest" ? { exclude: [longFiles, ...quick] } : {};
}

/** In the long tests the journeys that have a second mode as well, or more of the same. */
function journeysThatHaveMore(): string[] {
  const files = readdirSync("tests/e2e").filter((file) => /(?<!\.long)\.e2e\.ts$/.test(file));
  const more = (file: string) => /\bwith(out)?Scripts\(|\bscope ===/.test(readFileSync(`tests/e2e/${file}`, "utf8"));
  return files.filter(more).map((file) => `tests/e2e/${file}`);
}

export default defineConfig({
  plugins: [scriptsInPage()],
  resolve: { alias: { "~server": at("./server"), "~tests": at("./tests"), "~": at("./app") } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What a module becomes is the same in every stage: each file is turned into it once (tests/run.mjs begins anew).
    experimental: { fsModuleCache: true, fsModuleCachePath: ".cache/vitest-modules" },
    // Of its own accord vitest leaves one core idle: half of a machine of two.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    projects: [
      // Modules are read once a worker, not once a file: half the time of these tests, which keep nothing in modules.
      project("unit", "tests/{app,architecture,contract,dispatch}", ".test.{ts,tsx}", { isolate: false }),
      project("console", "tests/console", ".test.{ts,tsx}", { isolate: false }),
      project("backend", "tests/backend", ".test.ts", {
        ...partOf(quickBackend),
        isolate: false,
        globalSetup: ["tests/support/make-template.ts"],
        setupFiles: ["tests/support/look-at-money.ts"],
        // A slow machine is no failure: what must be quick is measured by benchmarks.
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project("e2e", "tests/e2e", ".e2e.ts", {
        ...partOf(quickJourneys),
        ...(scope === "long" && { include: ["tests/e2e/**/*.long.e2e.ts", ...journeysThatHaveMore()] }),
        isolate: false,
        globalSetup: ["tests/e2e/prepare.ts"],
        // One of the long ones looks at every page there is.
        testTimeout: scope === "long" ? 900_000 : 240_000,
        hookTimeout: 240_000,
      }),
      project("reliability", "tests/reliability", ".test.ts", {
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
