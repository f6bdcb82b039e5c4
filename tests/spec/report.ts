/** npm run spec: each section of the specification with its tests, and the statements that have none (see README.md). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { folder, parts, type Statement, statements } from "./statements";
import { allTests, type SpecTest } from "./titles";

const words = process.argv.slice(2);
const wanted = parts.filter((part) => words.includes(part));
const shown = statements.filter(({ part }) => wanted.length === 0 || wanted.includes(part));
const tests = allTests(path.dirname(folder));
const failed = failedTitles(".cache/test-results");

const isFailed = ({ title }: SpecTest) => failed.has(title);
const provers = ({ id }: Statement) => tests.filter(({ marks }) => marks.includes(id));
const isProven = (statement: Statement) => provers(statement).some((test) => !isFailed(test));
const missing = shown.filter((statement) => !isProven(statement));

if (!words.includes("missing"))
  for (const section of new Set(shown.map((statement) => statement.section))) print(section);
console.log(missing.length > 0 ? "\nStatements without a test:" : "\nEvery statement has a test.");
for (const { id, part, text } of missing) console.log(`  ${id.padEnd(7)} ${part.padEnd(9)} ${text}`);
console.log(`\n${parts.map(counted).filter(Boolean).join(", ")}`);
process.exitCode = wanted.length > 0 && missing.length > 0 ? 1 : 0;

function print(section: string): void {
  console.log(`\n== ${section}`);
  for (const statement of shown.filter((one) => one.section === section)) {
    console.log(`${isProven(statement) ? " " : "✗"} ${statement.id} ${statement.text}`);
    for (const test of provers(statement)) console.log(`      ${said(test)}`);
  }
  const whole = tests.filter(({ marks }) => marks.includes(section));
  if (whole.length > 0 && wanted.length === 0) console.log(`  on the section: ${whole.map(said).join("\n      ")}`);
}

function said(test: SpecTest): string {
  return `${isFailed(test) ? "FAILED " : ""}${test.title}  (${test.file})`;
}

function counted(part: string): string {
  const all = shown.filter((statement) => statement.part === part);
  return all.length > 0 ? `${part} ${all.filter(isProven).length} of ${all.length}` : "";
}

/** Titles that failed in the last runs of npm test, where there were any. */
function failedTitles(results: string): Set<string> {
  if (!existsSync(results)) return new Set();
  const runs = readdirSync(results).filter((file) => file.endsWith(".json"));
  const all = runs.flatMap((file) => assertionsOf(readFileSync(path.join(results, file), "utf8")));
  return new Set(all.filter(({ status }) => status === "failed").map(({ title }) => title));
}

interface Assertion {
  title: string;
  status: string;
}

function assertionsOf(json: string): Assertion[] {
  const { testResults }: { testResults: { assertionResults: Assertion[] }[] } = JSON.parse(json);
  return testResults.flatMap(({ assertionResults }) => assertionResults);
}
