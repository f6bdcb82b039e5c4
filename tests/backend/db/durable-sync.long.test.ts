/** What the embedded database commits, the system syncs: seen by the system itself. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";

test("the system itself sees a sync for each commit", () => {
  const strace = spawnSync("strace", ["-V"]);
  if (strace.error) {
    console.log("strace is not on this machine: the count of our own hook has to do");
    return;
  }
  const folder = mkdtempSync(path.join(tmpdir(), "console-strace-"));
  const script = path.join(import.meta.dirname, "../../support/commit-loop.ts");
  const log = path.join(folder, "calls");
  const run = spawnSync(
    "strace",
    [
      "-f",
      "-qq",
      "-e",
      "trace=fdatasync",
      "-o",
      log,
      process.execPath,
      "--import",
      "tsx",
      script,
      path.join(folder, "data"),
    ],
    { encoding: "utf8" },
  );
  const [, commits = "0"] = /commits (\d+)/.exec(run.stdout) ?? [];
  const calls = spawnSync("grep", ["-c", "fdatasync(", log], { encoding: "utf8" }).stdout;
  rmSync(folder, { recursive: true, force: true });
  expect(Number(commits), run.stderr).toBe(25);
  expect(Number(calls)).toBeGreaterThanOrEqual(25);
}, 60_000);
