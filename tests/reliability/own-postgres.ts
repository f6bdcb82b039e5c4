/** A server of PostgreSQL of a test's own, where its programs are installed: it may be killed, and its log be kept. */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { freePort, until } from "./nodes";

const versions = existsSync("/usr/lib/postgresql") ? readdirSync("/usr/lib/postgresql").sort() : [];
const tools = `/usr/lib/postgresql/${versions.at(-1)}/bin`;
const isRoot = process.getuid?.() === 0;
const hasAccount = spawnSync("id", ["postgres"]).status === 0;
/** "" where one can be made. */
export const noPostgres =
  existsSync(path.join(tools, "initdb")) && (!isRoot || hasAccount) ? "" : " (left out: no PostgreSQL is installed)";

/** A tool of PostgreSQL, which does not run as root. */
export function run(name: string, args: string[]): string {
  const [file, ...first] = isRoot
    ? ["runuser", "-u", "postgres", "--", path.join(tools, name)]
    : [path.join(tools, name)];
  const { status, stdout, stderr } = spawnSync(file ?? "", [...first, ...args], {
    encoding: "utf8",
    cwd: "/",
    // What goes on in the background must not keep the pipe open.
    stdio: name === "pg_ctl" ? ["ignore", "ignore", "ignore"] : ["ignore", "pipe", "pipe"],
  });
  if (status !== 0) throw new Error(`${name} ${args.join(" ")}: ${stderr ?? status}`);
  return stdout ?? "";
}

/** To the account that PostgreSQL runs as. */
export function handOver(...files: string[]): void {
  if (isRoot) for (const one of files) spawnSync("chown", ["postgres", one]);
}

export async function ask<R>(url: string, text: string, values: unknown[] = []): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  // A server that is killed says so to whoever is connected.
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(text, values)).rows as R[];
  } finally {
    await client.end().catch(() => {});
  }
}

export interface OwnServer {
  url(database: string): string;
  start(): void;
  stop(mode: "fast" | "immediate"): void;
  /** With all its processes at once, as the machine's end would. */
  kill(): Promise<void>;
}

export const urlAt = (port: number, database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;

export function startServer(directory: string): void {
  run("pg_ctl", ["-D", directory, "-w", "-l", path.join(directory, "server.log"), "start"]);
}

/** Made, not started. */
export function newServer(directory: string, settings: string[] = []): OwnServer {
  const port = freePort();
  run("initdb", ["-D", directory, "-U", "postgres", "-A", "trust"]);
  const own = [`port = ${port}`, "unix_socket_directories = ''", "listen_addresses = '127.0.0.1'", ...settings];
  appendFileSync(path.join(directory, "postgresql.conf"), `${own.join("\n")}\n`);
  return {
    url: (database) => urlAt(port, database),
    start: () => startServer(directory),
    stop: (mode) => {
      run("pg_ctl", ["-D", directory, "-m", mode, "-w", "stop"]);
    },
    async kill() {
      const pid = readFileSync(path.join(directory, "postmaster.pid"), "utf8").split("\n")[0] ?? "";
      const all = spawnSync("pgrep", ["-P", pid], { encoding: "utf8" }).stdout.split("\n").filter(Boolean);
      for (const one of [pid, ...all]) process.kill(Number(one), "SIGKILL");
      await until(
        () => [pid, ...all].every((one) => spawnSync("kill", ["-0", one]).status !== 0),
        () => "the end of PostgreSQL",
      );
    },
  };
}
