/** The data directory is closed to every other account of the machine, and is refused where others could have written. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { keptSecret, openDataDirectory } from "~server/data-directory";

let parent: string;
beforeAll(() => {
  parent = mkdtempSync(path.join(tmpdir(), "console-private-"));
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

let said: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  said = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => said.mockRestore());

const modeOf = (target: string) => statSync(target).mode & 0o777;
let made = 0;
function directoryOf(mode: number, ...names: string[]): string {
  made += 1;
  const directory = path.join(parent, `d${made}`);
  mkdirSync(directory);
  for (const name of names) writeFileSync(path.join(directory, name), "");
  chmodSync(directory, mode);
  return directory;
}

describe("a directory that is open to others", () => {
  test("is closed where an earlier version made it so, and the log says it", () => {
    for (const directory of [directoryOf(0o755, "admin.secret"), directoryOf(0o750)]) {
      openDataDirectory(directory);
      expect(modeOf(directory)).toBe(0o700);
      expect(said.mock.calls.at(-1)?.[0]).toContain(directory);
    }
  });

  test("is refused where others may have written to it, with the command that closes it", () => {
    for (const mode of [0o777, 0o770, 0o702]) {
      const directory = directoryOf(mode, "admin.secret");
      expect(() => openDataDirectory(directory)).toThrow(`chmod 700 '${directory}'`);
      expect([modeOf(directory), readdirSync(directory)]).toEqual([mode, ["admin.secret"]]);
    }
  });

  test("is refused where it is another account's", (context) => {
    if (process.getuid?.() !== 0) return context.skip("only root can give a directory away");
    const directory = directoryOf(0o755);
    chownSync(directory, 12_345, 12_345);
    expect(() => openDataDirectory(directory)).toThrow(/belongs to another account.*chmod 700/);
    expect(modeOf(directory)).toBe(0o755);
  });

  test("is left alone where rights are kept otherwise (Windows)", () => {
    const directory = directoryOf(0o755);
    openDataDirectory(directory, "win32");
    expect(modeOf(directory)).toBe(0o755);
  });
});

test("a directory with foreign files alone is refused and named, an empty one or a file system's own is not", () => {
  const directory = directoryOf(0o700, "letters.txt", "photo.jpg");
  expect(() => openDataDirectory(directory)).toThrow(
    /holds files that are not the console's \(letters.txt, photo.jpg\)/,
  );
  expect(readdirSync(directory)).toEqual(["letters.txt", "photo.jpg"]);
  openDataDirectory(directoryOf(0o700, "lost+found", ".keep"));
});

test("keys are made for their owner alone, and one that was copied open is closed", () => {
  const directory = directoryOf(0o700);
  const secret = keptSecret(directory, "admin.secret");
  const file = path.join(directory, "admin.secret");
  expect([secret.length, modeOf(file)]).toEqual([43, 0o600]);
  chmodSync(file, 0o644);
  expect([keptSecret(directory, "admin.secret"), modeOf(file)]).toEqual([secret, 0o600]);
});

test("the process makes nothing for others once it has begun", () => {
  const script =
    "const { keepToOneself } = await import('./server/data-directory.ts'); keepToOneself(); console.log(process.umask());";
  const run = spawnSync(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    encoding: "utf8",
  });
  expect(run.stdout.trim(), run.stderr).toBe(String(0o077));
});
