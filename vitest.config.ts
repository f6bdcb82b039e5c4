import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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
    projects: [
      project("unit", ["tests/{app,architecture,contract,console,dispatch}/**/*.test.{ts,tsx}"]),
      project("backend", ["tests/backend/**/*.test.ts"]),
      project("e2e", ["tests/e2e/**/*.e2e.ts"], {
        globalSetup: ["tests/e2e/prepare.ts"],
        testTimeout: 120_000,
        hookTimeout: 120_000,
      }),
      project("reliability", ["tests/reliability/**/*.test.ts"], {
        fileParallelism: false,
        testTimeout: 600_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
