// One stage of npm test as a child process, and what it counted.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";

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

/** As many files as may be tried again; where more fail, it is no accident. */
const AGAIN_AT_MOST = 4;

/**
 * One project of vitest.config.ts, test by test; `more` are files to keep to, and options. Files in which something failed
 * run once more, alone: what fails twice has failed, what passes then is told as `shaky` and mended in its turn.
 */
export async function vitest(project, environment, more = []) {
  const first = await attempt(project, environment, more);
  const settled = first.error || first.brokenOff || first.files.length === 0 || first.files.length > AGAIN_AT_MOST;
  if (settled) return first;
  console.log(`\n== ${project}, once more and alone: ${first.files.join(", ")}`);
  // These are all files there are: no share of them.
  const options = more.filter((option) => option.startsWith("--") && !option.startsWith("--shard"));
  const again = await attempt(project, environment, [...first.files, "--maxWorkers=1", ...options], "again");
  if (again.error || again.brokenOff) return first;
  const passed = first.passed + first.failed - again.failed;
  return { ...again, passed, shaky: first.failures.filter((name) => !again.failures.includes(name)) };
}

async function attempt(project, environment, more, which) {
  const parts = [project, environment.TEST_SCOPE, environment.TEST_DATABASE_URL && "postgres", which].filter(Boolean);
  const report = `.cache/test-results/${parts.join("-")}.json`;
  mkdirSync(".cache/test-results", { recursive: true });
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const args = ["run", "--project", project, "--silent=passed-only", ...reporters, ...more];
  const printed = [];
  const told = (chunk) => {
    process.stdout.write(chunk);
    printed.push(chunk);
  };
  const code = await run("vitest", args, environment, LAST_MOMENT > 0 && told);
  if (code === BROKEN_OFF) return countedSoFar(project, Buffer.concat(printed).toString());
  if (!existsSync(report)) return { passed: 0, failed: 1, error: `${project}: no report was written` };
  const { numPassedTests: passed, testResults } = JSON.parse(readFileSync(report, "utf8"));
  const broken = testResults.filter(({ status }) => status === "failed");
  const failures = broken.flatMap(failuresOf);
  const files = broken.map(({ name }) => path.relative(process.cwd(), name));
  if (failures.length === 0 && code !== 0)
    failures.push(`${project}: outside any test, such as a rejection nobody handled`);
  return { passed, failed: failures.length, failures, files };
}

/**
 * What a stage that was broken off had said by then: a line a file, such as `✓ |backend| tests/… (9 tests | 1 failed) 8 ms`.
 * What had failed has failed; that the rest was not run is told by the summary.
 */
export function countedSoFar(project, printed) {
  const lines = stripVTControlCharacters(printed).split("\n");
  const files = lines.flatMap((line) => {
    const [, file, tests, failed = "0"] = /^ *\S+ .*?(\S+\.ts) \((\d+) tests?(?: \| (\d+) failed)?/.exec(line) ?? [];
    return file ? [{ file, tests: Number(tests), failed: Number(failed) }] : [];
  });
  const failures = files.flatMap(({ file, failed }) =>
    Array(failed).fill(`${file}: one of those that ${project} had played when it was broken off`),
  );
  const passed = files.reduce((total, one) => total + one.tests, 0) - failures.length;
  return { passed, failed: failures.length, failures, files: [], brokenOff: true };
}

/** The names of the tests that failed in a file, or its own where it could not be read. */
function failuresOf({ name, assertionResults }) {
  const file = path.relative(process.cwd(), name);
  const failed = assertionResults.filter(({ status }) => status === "failed");
  return failed.length > 0 ? failed.map(({ fullName }) => `${file}: ${fullName}`) : [file];
}

/** Seconds since 1970 at which whatever still runs is broken off, so that what was found is told (.ci/run); 0 for never. */
const LAST_MOMENT = Number(process.env.TEST_LAST_MOMENT ?? 0);
const BROKEN_OFF = "broken off";

/** The exit code, or that it was broken off; what it prints goes to `told`, or straight to the terminal. */
function run(name, args, environment, told) {
  const [file, ...first] = name === "node" ? [process.execPath] : [process.execPath, binOf(name)];
  return new Promise((resolve, reject) => {
    const to = told ? "pipe" : "inherit";
    // A group of its own, so that its workers and their servers end with it.
    const detached = LAST_MOMENT > 0;
    const child = spawn(file, [...first, ...args], { stdio: ["ignore", to, to], env: environment, detached });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", told);
    let brokenOff = false;
    const breakOff = () => {
      brokenOff = true;
      process.kill(-child.pid, "SIGKILL");
    };
    const clock = detached && setTimeout(breakOff, Math.max(0, LAST_MOMENT * 1000 - Date.now()));
    child.on("error", reject);
    child.on("exit", (code) => {
      clearTimeout(clock);
      if (brokenOff) {
        // What a group of its own has may still hold the other end.
        for (const stream of [child.stdout, child.stderr]) stream?.destroy();
        resolve(BROKEN_OFF);
      } else if (!told) resolve(code ?? 1);
    });
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
