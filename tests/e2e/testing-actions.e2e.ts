/** Runs docs/testing-actions.md: every command of it, in order, in one shell, against a console of its own. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runConsole } from "./support";

const running = runConsole();

interface Step {
  heading: string;
  commands: string;
  /** What it prints, line by line; … stands for anything. */
  prints: string;
}

function stepsOf(document: string): Step[] {
  const steps: Step[] = [];
  let heading = "";
  for (const [, title, language, body] of document.matchAll(
    /^#+ (.+)$|^```(bash|text)(?: setup)?\n([\s\S]*?)^```$/gm,
  )) {
    const last = steps.at(-1);
    if (title) heading = title;
    else if (language === "bash") steps.push({ heading, commands: body ?? "", prints: "" });
    else if (last) last.prints = body ?? "";
  }
  return steps;
}

/** The lines that each step printed. */
function run(steps: Step[], settings: Record<string, string>): Promise<string[]> {
  const mark = "-- end of a step --";
  const given = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
  // The document's own first block names the usual address and password: here they are what this console has.
  const [, ...rest] = steps;
  const script = [given.join("\n"), ...rest.map(({ commands }) => commands)].join(`\necho '${mark}'\n`);
  return new Promise((resolve, reject) => {
    const shell = spawn("bash", ["-eu", "-o", "pipefail"], { stdio: ["pipe", "pipe", "pipe"] });
    let printed = "";
    let said = "";
    shell.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    shell.stderr.on("data", (chunk) => {
      said += chunk;
    });
    shell.on("error", reject);
    shell.on("exit", (code) => {
      if (code === 0) resolve(printed.split(`${mark}\n`));
      else reject(new Error(`the shell ended with ${code}: ${said}\n${printed}`));
    });
    shell.stdin.end(script);
  });
}

function matches(printed: string, expected: string): boolean {
  const lines = expected.trim().split("\n");
  const pattern = lines.map((line) => line.split("…").map(escaped).join(".+")).join("\n");
  return new RegExp(`^${pattern}$`).test(printed.trim());
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

test("3 the main job with curl and a cookie jar, as the document tells it", async () => {
  const steps = stepsOf(readFileSync("docs/testing-actions.md", "utf8"));
  expect(steps.filter(({ prints }) => prints !== "").length).toBeGreaterThan(9);
  const { password } = running.account("seller");
  const printed = await run(steps, { CONSOLE: running.url, PASSWORD: password });
  const wrong = steps.map((step, place) => ({ ...step, printed: printed[place] ?? "" }));
  expect(wrong.filter((step) => step.prints !== "" && !matches(step.printed, step.prints))).toEqual([]);
});
