/** docs/adding-a-screen.md holds what it promises: its blocks are put into a copy of the sources, checked, and run. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { blocks, patched } from "~tests/support/screen-example";

const copy = mkdtempSync(path.join(tmpdir(), "adding-a-screen-"));
const running = new Set<ChildProcess>();
afterAll(() => {
  for (const child of running) child.kill();
  rmSync(copy, { recursive: true, force: true });
});

/** The exit code and all that was said. */
function run(...command: string[]): Promise<{ code: number | null; said: string }> {
  const env = Object.fromEntries([
    ...Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|NODE_OPTIONS|NODE_ENV|FORCE_COLOR)/.test(name)),
    ["NO_COLOR", "1"],
  ]) as NodeJS.ProcessEnv;
  const child = spawn(process.execPath, command, { cwd: copy, env });
  running.add(child);
  let said = "";
  child.stdout.on("data", (text) => {
    said += text;
  });
  child.stderr.on("data", (text) => {
    said += text;
  });
  return new Promise((resolve) => {
    child.on("close", (code) => {
      running.delete(child);
      resolve({ code, said });
    });
  });
}

test("the example compiles and its test passes in a copy of the sources", { timeout: 240_000 }, async () => {
  for (const part of ["app", "server", "tests/support", "tsconfig.json", "vitest.config.ts", "package.json"]) {
    cpSync(part, path.join(copy, part), { recursive: true });
  }
  symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
  for (const block of blocks) {
    const file = path.join(copy, block.file);
    mkdirSync(path.dirname(file), { recursive: true });
    const isPart = block.language === "diff";
    writeFileSync(file, isPart ? patched(readFileSync(file, "utf8"), block) : `${block.lines.join("\n")}\n`);
  }
  const tests = blocks.map(({ file }) => file).filter((file) => file.endsWith(".test.ts"));
  // The test is checked by running it; its types would bring in every business.
  const checked = blocks.map(({ file }) => file).filter((file) => file.endsWith(".ts") && !tests.includes(file));
  const config = {
    extends: "./tsconfig.json",
    // The codes of functions and dictionaries are a type that every business adds its own to.
    include: [...checked, "app/i18n/parity.ts", "app/contract/manifests.ts"],
    compilerOptions: { types: ["node"] },
  };
  writeFileSync(path.join(copy, "tsconfig.example.json"), JSON.stringify(config));
  expect(await run("server/build.mjs", "--messages")).toEqual({ code: 0, said: "" });
  const [types, tested] = await Promise.all([
    run("node_modules/typescript/bin/tsc", "--noEmit", "-p", "tsconfig.example.json"),
    run("node_modules/vitest/vitest.mjs", "run", "--project", "backend", ...tests),
  ]);
  expect(types).toEqual({ code: 0, said: "" });
  expect(tested.code, tested.said).toBe(0);
  expect(tested.said).toMatch(/Tests\s+1 passed/);
});
