// npm test: each part of the product in some minutes; `npm run test:long` runs all the rest. Both go on after a failing
// stage, so that one run tells all; the last line counts.
// `npm test -- unit main` runs only the stages whose names begin so; `npm test -- changed` runs what the files touch that
// differ from the last commit, `npm test -- changed main` those that differ from another.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findBrowser } from "./run/browser.mjs";
import { onOtherNodes } from "./run/other-nodes.mjs";
import { command, commandBeside, vitest } from "./run/stage.mjs";

const { TEST_DATABASE_URL, TEST_SCOPE: _, ...embedded } = process.env;
const native = { ...embedded, TEST_DATABASE_URL };
const noPostgres = !TEST_DATABASE_URL && "TEST_DATABASE_URL is not set";
const browser = async (options) => ({ CHROMIUM: await findBrowser(options) });

const sources = [
  ["messages", () => command("node", ["server/build.mjs", "--messages"])],
  ["types", () => command("tsc", ["--noEmit", "--incremental", "--tsBuildInfoFile", ".cache/types.tsbuildinfo"])],
];
// Beside the type check: each of the two keeps one core busy.
const build = ["build", commandBeside("node", ["server/build.mjs"])];
const lint = ["lint and format", () => command("biome", ["check", "."])];

const journeys = async (scope, options) =>
  vitest("e2e", { ...embedded, TEST_SCOPE: scope, ...(await browser({ shellWillDo: true })) }, options);

const fast = [
  ...sources,
  build,
  lint,
  ["unit", () => vitest("unit", embedded)],
  ["console", () => vitest("console", embedded)],
  // Of each business what money, seats and rights hang on (tests/support/quick.ts).
  ["main rules of the backend", () => vitest("backend", { ...embedded, TEST_SCOPE: "quick" })],
  ["main journeys", () => journeys("quick")],
];

const long = { ...embedded, TEST_SCOPE: "long" };
/** Seconds that each took on two cores of a fast machine: whether it fits into what time is left (TEST_UNTIL) goes by them. */
const usual = {
  "other rules of the backend": 1000,
  "at once on PostgreSQL": 800,
  "other journeys": 1640,
  "journeys 1 of 4": 420,
  "journeys 2 of 4": 420,
  "journeys 3 of 4": 420,
  "journeys 4 of 4": 420,
  "long unit": 60,
  "long console": 140,
  "every page in every look": 430,
  reliability: 330,
  drill: 880,
};
const slow = [
  ...sources,
  build,
  ["other rules of the backend", () => vitest("backend", { ...embedded, TEST_SCOPE: "rest" })],
  ["other journeys", () => journeys("rest")],
  ["long unit", () => vitest("unit", long)],
  ["long console", () => vitest("console", long)],
  ["long backend on the embedded database", () => vitest("backend", long)],
  // Nearly all of it (vitest.config.ts): what is told of "at once" is told by PostgreSQL alone.
  ["backend on PostgreSQL", () => vitest("backend", { ...native, TEST_SCOPE: "all" }), noPostgres],
  ["long end to end", async () => vitest("e2e", { ...long, ...(await browser()) })],
  ["reliability", () => vitest("reliability", long, reliability(false))],
  ["drill", () => vitest("reliability", { ...native, TEST_SCOPE: "long" }, reliability(true))],
  ["other versions of Node", onOtherNodes],
];

/** What stands for the longest of them where time is short (.ci/run): played when it is asked for by name alone. */
const parts = [
  ["at once on PostgreSQL", () => vitest("backend", native, races()), noPostgres],
  ...[1, 2, 3, 4].map((part) => [`journeys ${part} of 4`, () => journeys("rest", [`--shard=${part}/4`])]),
  [
    "every page in every look",
    async () => vitest("e2e", { ...long, ...(await browser()) }, ["tests/e2e/every-page.long.e2e.ts"]),
  ],
];

/** The files whose tests press at the same moment. */
function races() {
  return readdirSync("tests/backend", { recursive: true, encoding: "utf8" })
    .map((file) => path.join("tests/backend", file))
    .filter((file) => /(?<!\.long)\.test\.ts$/.test(file) && /\brace\(/.test(readFileSync(file, "utf8")));
}

/** An operator's drill, or whatever else is asked of the running product. */
function reliability(isDrill) {
  const drill = [
    "drill",
    "drill-nodes",
    "drill-database",
    "unanswered",
    "deploy",
    "archiving",
    "never-again",
    "never-again-archives",
  ].map((name) => `${name}.long.test.ts`);
  return readdirSync("tests/reliability")
    .filter((file) => file.endsWith(".test.ts") && drill.includes(file) === isDrill)
    .map((file) => path.join("tests/reliability", file));
}

/** The tests that a change touches, by what they import, those of "at once" on PostgreSQL too; the rest is quick. */
function touched(since) {
  const options = [`--changed=${since}`, "--passWithNoTests"];
  return [
    ...sources,
    lint,
    ["unit", () => vitest("unit", embedded, options)],
    ["console", () => vitest("console", embedded, options)],
    ["backend on the embedded database", () => vitest("backend", embedded, options)],
    ["at once on PostgreSQL", () => vitest("backend", native, [...races(), ...options]), noPostgres],
  ];
}

function chosenOf([first, ...rest]) {
  if (first === "changed") return touched(rest[0] ?? "HEAD");
  const [stages, wanted] =
    first === "--long" ? [rest.length > 0 ? [...slow, ...parts] : slow, rest] : [fast, first ? [first, ...rest] : []];
  const place = ([name]) => (wanted.length === 0 ? 0 : wanted.findIndex((word) => name.startsWith(word)));
  // In the order in which they were asked for: what matters most first, where time is short.
  const asked = stages.filter((stage) => place(stage) >= 0).sort((one, other) => place(one) - place(other));
  return [...lacking(stages, asked), ...asked];
}

/** What a fresh clone lacks of what is asked for: every test reads the messages, and nodes that are restarted are a build's. */
function lacking(stages, asked) {
  const runs = asked.some(([name]) => name === "reliability" || name === "drill");
  const made = { messages: "app/i18n/generated", ...(runs && { build: "build" }) };
  return stages.filter((stage) => made[stage[0]] && !existsSync(made[stage[0]]) && !asked.includes(stage));
}

/** Where `TEST_UNTIL` (seconds since 1970) is set: why this stage would not be done by then, at the pace of those before it. */
function noTimeFor(name) {
  const [until, expected] = [Number(process.env.TEST_UNTIL), usual[name]];
  if (!until || !expected) return "";
  const before = results.filter((one) => usual[one.name]);
  const took = before.reduce((total, one) => total + one.seconds, 0);
  const pace = Math.max(1, took / before.reduce((total, one) => total + usual[one.name], 0) || 1);
  const [needed, left] = [Math.round(expected * pace), Math.round(until - Date.now() / 1000)];
  return needed > left ? `it takes some ${needed} s here, and ${left} are left` : "";
}

/** What modules become is kept from one run to the next; what none has read for a day is of former versions. */
function dropOldModules(folder) {
  if (!existsSync(folder)) return;
  const dayAgo = Date.now() - 24 * 3_600_000;
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    const found = statSync(path.join(folder, file));
    if (found.isFile() && Math.max(found.atimeMs, found.mtimeMs) < dayAgo) rmSync(path.join(folder, file));
  }
}

const chosen = chosenOf(process.argv.slice(2));
dropOldModules(".cache/vitest-modules");
const results = [];
const leftOut = [];
for (const [at, [name, run, without]] of chosen.entries()) {
  const noTime = noTimeFor(name) || (results.at(-1)?.brokenOff ? "the time is up" : "");
  const skipped = without || noTime;
  console.log(`\n== ${name}${skipped ? `: left out, ${skipped}` : ""}`);
  if (skipped) {
    leftOut.push(`NOT RUN ${name}: ${skipped}`);
    continue;
  }
  const started = performance.now();
  chosen[at + 1]?.[1].begin?.();
  const result = await run().catch((error) => ({ passed: 0, failed: 1, error: error.message }));
  if (result.error) console.log(result.error);
  results.push({ name, seconds: Math.round((performance.now() - started) / 100) / 10, ...result });
}

const sum = (key) => results.reduce((total, result) => total + result[key], 0);
const summary = [
  ...results.map(
    ({ name, seconds, passed, failed, brokenOff }) =>
      `${failed ? "FAILED" : "ok    "} ${name.padEnd(38)} ${passed} passed, ${failed} failed, ${seconds} s` +
      (brokenOff ? ", BROKEN OFF, the rest of it was not run" : ""),
  ),
  ...leftOut,
  ...results.flatMap(({ failures = [] }) => failures.map((name) => `failed: ${name}`)),
  ...results.flatMap(({ shaky = [] }) => shaky.map((name) => `passed at its second try alone: ${name}`)),
  `${sum("passed")} passed, ${sum("failed")} failed`,
].join("\n");
console.log(`\n== summary\n${summary}`);
// .ci/run tells both once more at its end.
mkdirSync(".cache/test-results", { recursive: true });
writeFileSync(`.cache/test-results/summary-${process.argv[2] === "--long" ? "long" : "fast"}.txt`, `${summary}\n`);
process.exitCode = sum("failed") > 0 || results.length === 0 ? 1 : 0;
