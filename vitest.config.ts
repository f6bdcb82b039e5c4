import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import LongestFirst from "./tests/support/longest-first";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One kind of test, run by itself with `vitest run --project <name>`; without scripts of the Remix plugin. */
function project(name: string, include: string[], test: Record<string, unknown> = {}) {
  return { extends: true as const, test: { name, include, ...test } };
}

export default defineConfig({
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
      project("unit", ["tests/{app,architecture,contract,dispatch}/**/*.test.{ts,tsx}"], { isolate: false }),
      // With modules of its own in every file, since some are replaced.
      project("console", ["tests/console/**/*.test.{ts,tsx}"]),
      project("backend", ["tests/backend/**/*.test.ts"], {
        isolate: false,
        globalSetup: ["tests/support/make-template.ts"],
        setupFiles: ["tests/support/look-at-money.ts"],
      }),
      project("e2e", ["tests/e2e/**/*.e2e.ts"], {
        isolate: false,
        globalSetup: ["tests/e2e/prepare.ts"],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project("reliability", ["tests/reliability/**/*.test.ts"], {
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
