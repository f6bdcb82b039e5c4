// npm test: every check of the product. Goes on after a failing stage, so that one run tells all; the last line counts.
// `npm test -- unit end` runs only the stages whose names begin so.
import { rmSync } from "node:fs";
import { findBrowser } from "./run/browser.mjs";
import { onOtherNodes } from "./run/other-nodes.mjs";
import { command, commandBeside, vitest } from "./run/stage.mjs";

const { TEST_DATABASE_URL, ...environment } = process.env;
const embedded = { ...environment };
const native = { ...environment, TEST_DATABASE_URL };

const stages = [
  ["messages", () => command("node", ["server/build.mjs", "--messages"])],
  ["types", () => command("tsc", ["--noEmit"])],
  // Each of these two keeps one core busy.
  ["build", commandBeside("node", ["server/build.mjs"])],
  ["lint and format", () => command("biome", ["check", "."])],
  ["unit", () => vitest("unit", embedded)],
  ["console", () => vitest("console", embedded)],
  ["backend on the embedded database", () => vitest("backend", embedded)],
  ["backend on PostgreSQL", () => vitest("backend", native), !TEST_DATABASE_URL && "TEST_DATABASE_URL is not set"],
  ["end to end", async () => vitest("e2e", { ...embedded, CHROMIUM: await findBrowser() })],
  ["reliability", () => vitest("reliability", embedded)],
  ["other versions of Node", onOtherNodes],
];

const wanted = process.argv.slice(2);
const chosen = stages.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)));
// Else it would keep every version of every module.
rmSync(".cache/vitest-modules", { recursive: true, force: true });
const results = [];
for (const [at, [name, run, skipped]] of chosen.entries()) {
  console.log(`\n== ${name}${skipped ? `: left out, ${skipped}` : ""}`);
  if (skipped) continue;
  const started = performance.now();
  chosen[at + 1]?.[1].begin?.();
  const result = await run().catch((error) => ({ passed: 0, failed: 1, error: error.message }));
  if (result.error) console.log(result.error);
  results.push({ name, seconds: Math.round((performance.now() - started) / 100) / 10, ...result });
}

console.log("\n== summary");
for (const { name, seconds, passed, failed } of results) {
  console.log(`${failed ? "FAILED" : "ok    "} ${name.padEnd(34)} ${passed} passed, ${failed} failed, ${seconds} s`);
}
const sum = (key) => results.reduce((total, result) => total + result[key], 0);
console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
process.exitCode = sum("failed") > 0 || results.length === 0 ? 1 : 0;
