/** A process of its own that works on a data directory until it is killed. Bundled once: read as it is, each start takes seconds. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { build } from "esbuild";

interface When {
  sign: string;
  after: number;
  atMost: number;
}

export interface Workplace {
  /** A data directory of its own. */
  makeDataDir(): string;
  /** Starts the process and kills it a random while after it says the sign; answers the whole lines that it printed. */
  workUntilKilled(dataDir: string, when: When): Promise<string[]>;
  /** Starts the process with these arguments; whoever starts it kills it. */
  start(...args: string[]): ChildProcess;
  remove(): void;
}

export async function makeWorkplace(entryPoint: string): Promise<Workplace> {
  const folder = mkdtempSync(path.join(tmpdir(), "console-kill-"));
  // Below the project, where its packages are found.
  const program = `.cache/reliability/${path.basename(entryPoint, ".ts")}`;
  const outfile = `${program}/child.mjs`;
  await build({
    entryPoints: [entryPoint],
    outfile,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  cpSync("server/backend/db/migrations", `${program}/migrations`, { recursive: true });
  return {
    makeDataDir: () => mkdtempSync(path.join(folder, "data-")),
    workUntilKilled: (dataDir, when) => untilKilled([outfile, dataDir], when),
    start: (...args) => spawn(process.execPath, [outfile, ...args], { stdio: ["ignore", "pipe", "pipe"] }),
    remove() {
      rmSync(folder, { recursive: true, force: true });
      rmSync(program, { recursive: true, force: true });
    },
  };
}

function untilKilled(args: string[], { sign, after, atMost }: When): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    let printed = "";
    let complaint = "";
    let armed = false;
    const idle = setTimeout(() => {
      child.kill("SIGTERM");
      reject(new Error(`no "${sign}" within three minutes: ${complaint}`));
    }, 180_000);
    child.stdout.on("data", (chunk) => {
      printed += chunk;
      if (armed || !printed.includes(`${sign}\n`)) return;
      armed = true;
      clearTimeout(idle);
      setTimeout(() => child.kill("SIGKILL"), after + Math.random() * (atMost - after));
    });
    child.stderr.on("data", (chunk) => {
      complaint += chunk;
    });
    child.on("exit", (_code, signal) => {
      clearTimeout(idle);
      // The last line may be cut short.
      if (signal === "SIGKILL") resolve(printed.split("\n").slice(0, -1));
      else reject(new Error(`the process ended by itself: ${complaint}`));
    });
  });
}
