/** The archive of a release: unpacked where nobody may write, run by another account without sources, a ticket is sold. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isSold, openCounter } from "./counter";

const isRoot = process.getuid?.() === 0;
/** Any account but ours; whoever is not root has none to give. */
const other = isRoot ? { uid: 65_534, gid: 65_534 } : {};

let folder: string;
let unpacked: string;
let archive: string;
let printed: string;
let child: ChildProcess | undefined;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-release-"));
  const made = spawnSync(process.execPath, ["server/release.mjs"], { encoding: "utf8" });
  printed = made.stdout;
  archive = /^(\/.*\.tar\.gz): /m.exec(made.stdout)?.[1] ?? "";
  expect(archive, made.stdout + made.stderr).not.toBe("");
  spawnSync("tar", ["-xzf", archive, "-C", folder]);
  unpacked = path.join(folder, readdirSync(folder)[0] ?? "");
  spawnSync("chmod", ["-R", "a-w,a+rX", folder]);
}, 300_000);
afterAll(() => {
  child?.kill("SIGKILL");
  spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true });
});

/** Everything below a folder with its size and time: what a run must leave as it is. */
function look(directory: string): string {
  const names = readdirSync(directory, { recursive: true, encoding: "utf8" }).sort();
  return names
    .map((name) => statSync(path.join(directory, name)))
    .map(({ size, mtimeMs }, at) => `${names[at]} ${size} ${mtimeMs}`)
    .join("\n");
}

test("is under 150 MB, has no sources, and names the licence of every package in it", () => {
  expect(statSync(archive).size).toBeLessThan(150e6);
  expect(existsSync(path.join(unpacked, "app"))).toBe(false);
  const listed = readFileSync(path.join(unpacked, "LICENCES.md"), "utf8");
  const manifests = readdirSync(path.join(unpacked, "node_modules"), { recursive: true, encoding: "utf8" })
    .filter((name) => /(^|node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(path.join(unpacked, "node_modules", name), "utf8")))
    .filter(({ name, version }) => name && version);
  expect(manifests.length).toBeGreaterThan(100);
  for (const { name, version } of manifests) expect(listed).toContain(`## ${name} ${version}\n`);
  // What is compiled into the built files has no folder there.
  expect(listed).toMatch(/# Written into what is built[\s\S]*## @inlang\/paraglide-js \d[\d.]*\n\nMIT\n/);
  // A package without a text of its licence is named with the identifier alone.
  const chapters = listed.split(/^## (?=\S+ \d)/m).slice(1);
  expect(chapters.length).toBeGreaterThan(100);
  for (const chapter of chapters) {
    expect(chapter).toMatch(/^\S+ \S+\n\n\S/);
    expect(chapter).toMatch(/```|The package has no text of its licence/);
  }
  const [, packed, whole] = /: ([\d.]+) MB \(unpacked ([\d.]+) MB\), \d+ packages/.exec(printed) ?? [];
  expect(Number(whole)).toBeGreaterThan(Number(packed));
});

test("runs as another account in a directory that nobody may write to, and sells", async () => {
  const before = look(unpacked);
  const dataDir = path.join(folder, "..", `${path.basename(folder)}-data`);
  mkdirSync(dataDir, { mode: 0o700 });
  if (other.uid !== undefined) chownSync(dataDir, other.uid, other.gid);
  let said = "";
  try {
    const started = spawn(process.execPath, ["server/start.mjs", "--demo"], {
      ...{ cwd: unpacked, stdio: ["ignore", "pipe", "pipe"], ...other },
      env: {
        ...{ NODE_ENV: "production", PATH: process.env.PATH, PORT: "0", HOST: "127.0.0.1" },
        ...{ DATA_DIR: dataDir, LOG_LEVEL: "warn" },
      },
    });
    child = started;
    const ended = new Promise<number | null>((resolve) => started.once("exit", resolve));
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer) => {
        said += chunk;
        const found = /The console runs at (http\S+)/.exec(said)?.[1];
        if (found) resolve(found);
      };
      started.stdout?.on("data", listen);
      started.stderr?.on("data", listen);
      void ended.then((code) => reject(new Error(`it ended with ${code}: ${said}`)));
    });
    const sale = await (await openCounter(url, "seller", "Demo#2026")).sell();
    expect(isSold(sale), sale.text.slice(0, 300)).toBe(true);
    if (other.uid !== undefined) expect(statSync(path.join(dataDir, "pg")).uid).toBe(other.uid);
    const asset = /(?:href|src)="(\/assets\/[^"]+)"/.exec(await (await fetch(`${url}/login`)).text())?.[1];
    expect((await fetch(url + asset)).status).toBe(200);
    started.kill("SIGTERM");
    expect(await ended, said).toBe(0);
    expect(look(unpacked)).toBe(before);
  } finally {
    child?.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
}, 300_000);
