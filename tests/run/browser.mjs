// Finds a Chromium to test in, or installs one with what the machine has, and says which.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "playwright";

/** Chromium without windows: draws the same pages with a fifth less work. */
const shells = ["chromium-headless-shell"];
const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "microsoft-edge"];
const elsewhere = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** By package manager: how it installs a Chromium and a Chinese font. */
const installers = [
  ["apt-get", ["update", "-qq"], ["install", "-y", "-qq", "--no-install-recommends", "chromium", "fonts-noto-cjk"]],
  ["apk", ["add", "--no-cache", "chromium", "font-noto-cjk"]],
  ["dnf", ["install", "-y", "-q", "chromium", "google-noto-sans-cjk-fonts"]],
  ["zypper", ["--non-interactive", "install", "chromium"]],
  ["pacman", ["-Sy", "--noconfirm", "chromium", "noto-fonts-cjk"]],
  ["brew", ["install", "--cask", "chromium"]],
];

/** The browser's executable, a shell first if that will do; throws when there is none and none can be installed. */
export async function findBrowser({ shellWillDo = false } = {}) {
  const given = process.env.CHROMIUM;
  if (given) return usable(given) ?? fail(`CHROMIUM is ${given}, which does not start.`);
  const wanted = shellWillDo ? [...shells, ...names] : names;
  return (
    search(wanted) ??
    (install() ? search(wanted) : null) ??
    fail("No Chromium, and none could be installed. Set CHROMIUM.")
  );
}

function search(wanted) {
  const onPath = wanted.flatMap((name) =>
    (process.env.PATH ?? "").split(path.delimiter).map((dir) => path.join(dir, name)),
  );
  for (const file of [...onPath, ...elsewhere, chromium.executablePath()]) {
    if (existsSync(file) && usable(file)) return file;
  }
  return null;
}

/** Says which version it is: a launcher that only points to a store does not answer. */
function usable(file) {
  const asked = spawnSync(file, ["--version", "--no-sandbox"], { encoding: "utf8", timeout: 30_000 });
  if (asked.status !== 0) return null;
  console.log(`Browser: ${file}, ${asked.stdout.trim()}`);
  return file;
}

function install() {
  const root = process.getuid?.() === 0 || process.platform === "darwin";
  for (const [manager, ...steps] of installers) {
    if (spawnSync(manager, ["--version"], { stdio: "ignore" }).error) continue;
    console.log(`No browser found: installing one with ${manager}.`);
    const run = ([...args]) =>
      spawnSync(root ? manager : "sudo", root ? args : ["-n", manager, ...args], { stdio: "inherit" });
    if (steps.map(run).at(-1)?.status === 0) return true;
  }
  console.log("No browser found: asking Playwright for its own.");
  const cli = path.join("node_modules", "playwright", "cli.js");
  return spawnSync(process.execPath, [cli, "install", "--with-deps", "chromium"], { stdio: "inherit" }).status === 0;
}

function fail(sentence) {
  throw new Error(sentence);
}
