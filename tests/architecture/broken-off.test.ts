/** A stage of the tests that was broken off by the clock: what it had said by then is counted, and what had failed has failed. */
import { expect, test } from "vitest";
import { countedSoFar } from "~tests/run/stage.mjs";

const esc = "\u001b";
const printed = [
  `${esc}[1m RUN ${esc}[22m v4 /somewhere`,
  ` ${esc}[32m✓${esc}[39m ${esc}[46m backend ${esc}[49m tests/backend/a/one.test.ts ${esc}[2m(${esc}[22m${esc}[2m12 tests${esc}[22m${esc}[2m)${esc}[22m 2710ms`,
  `     ${esc}[33m✓${esc}[39m a sale of (3 tests) is told 2593ms`,
  ` ${esc}[31m❯${esc}[39m backend tests/backend/b/two.test.ts (9 tests | 2 failed | 1 skipped) 8ms`,
  " ✓ e2e tests/e2e/three.e2e.ts (1 test) 8ms",
].join("\n");

test("files that were done are counted, their failures too; the rest is said to be not run", () => {
  expect(countedSoFar("backend", printed)).toMatchObject({ passed: 20, failed: 2, files: [], brokenOff: true });
  expect(countedSoFar("backend", printed).failures).toHaveLength(2);
  expect(countedSoFar("backend", "")).toMatchObject({ passed: 0, failed: 0, brokenOff: true });
});
