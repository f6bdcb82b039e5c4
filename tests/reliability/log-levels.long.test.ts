/** What the log says at each level, and that a request is one number through console and backend. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { logLevels } from "~server/log";
import { startConsole } from "~tests/support/running.mjs";

let folder: string;
const undo: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-log-"));
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Line {
  level: string;
  at: string;
  requestId?: string;
  method?: string;
}

test("at each level the log says what it should, a request under one number from the browser to the backend", async () => {
  const dataDir = path.join(folder, "data");
  const said = new Map<string, Line[]>();
  let asked = "";
  for (const level of logLevels) {
    const running = await startConsole({ dataDir, environment: { DATABASE_URL: "", LOG_LEVEL: level } });
    undo.push(() => running.stop());
    const answer = await fetch(`${running.url}/login`);
    if (level === "debug") asked = answer.headers.get("x-request-id") ?? "";
    await answer.text();
    await running.stop();
    const lines = running
      .printed()
      .split("\n")
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line);
    said.set(level, lines);
    const least = logLevels.indexOf(level);
    expect(lines.filter((line) => logLevels.indexOf(line.level as typeof level) < least)).toEqual([]);
  }
  const of = (level: string, at: string) => said.get(level)?.filter((line) => line.at === at) ?? [];
  expect(of("debug", "call").length).toBeGreaterThan(0);
  expect(of("debug", "request").map(({ requestId }) => requestId)).toContain(asked);
  expect(of("debug", "call").map(({ requestId }) => requestId)).toContain(asked);
  expect(of("info", "request")).toHaveLength(1);
  expect([of("info", "call"), of("warn", "request"), of("error", "request")]).toEqual([[], [], []]);
  // What was typed or is secret stands in no line.
  for (const lines of said.values()) expect(JSON.stringify(lines)).not.toMatch(/password|token=/i);
}, 240_000);
