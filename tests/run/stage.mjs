// One stage of npm test as a child process, and what it counted.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/** Passes or fails as a whole. */
export async function command(name, args) {
  return asWhole(await run(name, args, process.env));
}

/** The same for one that may `begin` beside the stage before it: what it prints is told in its turn. */
export function commandBeside(name, args) {
  const printed = [];
  let ended;
  const begin = () => {
    ended ??= run(name, args, process.env, (chunk) => printed.push(chunk)).catch((error) => error);
    return ended;
  };
  const told = async () => {
    const code = await begin();
    process.stdout.write(Buffer.concat(printed));
    if (code instanceof Error) throw code;
    return asWhole(code);
  };
  return Object.assign(told, { begin });
}

function asWhole(code) {
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** One project of vitest.config.ts, test by test; `more` are files to keep to, and options. */
export async function vitest(project, environment, more = []) {
  const parts = [project, environment.TEST_SCOPE, environment.TEST_DATABASE_URL && "postgres"].filter(Boolean);
  const report = `.cache/test-results/${parts.join("-")}.json`;
  mkdirSync(".cache/test-results", { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--project", project, "--silent=passed-only", ...reporters, ...more];
  const code = await run("vitest", args, environment);
  if (!existsSync(report)) return { passed: 0, failed: 1, error: `${project}: no report was written` };
  const { numPassedTests: passed, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !anyFailed(assertionResults),
  );
  const failed = numFailedTests + broken.length;
  // What fails outside any test (an unhandled rejection) counts too.
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}

function anyFailed(assertions) {
  return assertions.some(({ status }) => status === "failed");
}

/** The exit code; what it prints goes to `told`, or straight to the terminal. */
function run(name, args, environment, told) {
  const [file, ...first] = name === "node" ? [process.execPath] : [process.execPath, binOf(name)];
  return new Promise((resolve, reject) => {
    const to = told ? "pipe" : "inherit";
    const child = spawn(file, [...first, ...args], { stdio: ["ignore", to, to], env: environment });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", told);
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** The script behind a command of node_modules: no shell, the same on every system. */
function binOf(name) {
  const packages = { tsc: "typescript-7", biome: "@biomejs/biome", vitest: "vitest" };
  const folder = `node_modules/${packages[name]}`;
  const { bin } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8"));
  return `${folder}/${typeof bin === "string" ? bin : bin[name]}`;
}
