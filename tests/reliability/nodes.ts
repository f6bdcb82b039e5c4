/** Nodes of the running product on one PostgreSQL, alone or behind nginx, as an operator has them. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";

/** Where a test keeps its files, and what is to be undone after it. */
export interface Place {
  folder: string;
  undo: (() => unknown)[];
}

export const has = (tool: string, option = "--version") => spawnSync(tool, [option]).status === 0;

export const freePort = () => 20_000 + Math.floor(Math.random() * 20_000);

export async function until(
  look: () => Promise<boolean> | boolean,
  what: () => string,
  within = 90_000,
): Promise<void> {
  const end = performance.now() + within;
  while (!(await look())) {
    if (performance.now() > end) throw new Error(`never: ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

const answers = (url: string) =>
  fetch(url).then(
    ({ status }) => status === 200,
    () => false,
  );

export interface Node {
  port: number;
  pid(): number;
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
}

export function node(
  { folder, undo }: Place,
  url: string,
  demo: boolean,
  environment: Record<string, string> = {},
): Node {
  const port = freePort();
  let child: ChildProcess;
  let said = "";
  const secret = (letter: string) =>
    Array.from({ length: 40 }, (_, at) => String.fromCharCode(97 + ((at * 7 + letter.charCodeAt(0)) % 26))).join("");
  return {
    port,
    pid: () => child.pid ?? 0,
    async start() {
      child = spawn(process.execPath, ["server/start.mjs", ...(demo ? ["--demo"] : [])], {
        stdio: ["ignore", "pipe", "pipe"],
        env: {
          ...process.env,
          ...{ HOST: "127.0.0.1", PORT: String(port), DATABASE_URL: url, DATA_DIR: path.join(folder, `node-${port}`) },
          ...{ TRUST_PROXY: "1", DRAIN_SECONDS: "3", LOG_LEVEL: "warn", DATABASE_POOL: "5", SIGN_IN_RATE: "1000" },
          ...{ COOKIE_SECRETS: secret("c"), SECRET_KEYS: secret("s"), FILE_LINK_SECRET: secret("f") },
          ...environment,
        },
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (chunk: Buffer) => {
          said += chunk;
        });
      const own = child;
      undo.push(() => own.exitCode === null && own.signalCode === null && own.kill("SIGKILL"));
      await until(
        () => answers(`http://127.0.0.1:${port}/readyz`),
        () => `a node: ${said}`,
      );
    },
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill(signal);
      await ended;
    },
  };
}

/** What stands before the nodes. */
export interface Front {
  url: string;
  /** At once, with its workers: connections under way are cut. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** The file as it is delivered, but for ports and the TLS of a host that is not ours. */
export async function nginxBefore(place: Place, nodes: Pick<Node, "port">[]): Promise<Front> {
  const port = freePort();
  const [one, two] = nodes;
  const rules = readFileSync("docs/deploy/nginx.conf", "utf8")
    .replace("127.0.0.1:3001", `127.0.0.1:${one?.port}`)
    .replace("127.0.0.1:3002", `127.0.0.1:${two?.port}`)
    .replace("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
    .replace("listen 80;", `listen 127.0.0.1:${freePort()};`)
    .replaceAll(/^ +ssl_.*$/gm, "")
    .replaceAll("console.example.com", "127.0.0.1")
    .replace("/etc/nginx/console", path.resolve("docs/deploy"))
    .replaceAll("proxy_set_header Host $host;", "proxy_set_header Host $http_host;");
  const url = `http://127.0.0.1:${port}`;
  const isThere = () =>
    until(
      () => answers(`${url}/healthz`),
      () => "nginx",
    );
  let nginx = runNginx(place, rules);
  await isThere();
  return {
    url,
    kill: () => nginx.kill(),
    async start() {
      nginx = runNginx(place, rules);
      await isThere();
    },
  };
}

/** With the given servers in its http block; refused by nginx itself the test fails with its words. */
export function runNginx({ folder, undo }: Place, rules: string): { kill(): Promise<void> } {
  const file = path.join(folder, "nginx.conf");
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents { worker_connections 512; }\nhttp {\naccess_log off;\nclient_body_temp_path ${folder}/body;\nproxy_temp_path ${folder}/proxy;\nfastcgi_temp_path ${folder}/f;\nuwsgi_temp_path ${folder}/u;\nscgi_temp_path ${folder}/s;\n${rules}\n}\n`,
  );
  const checked = spawnSync("nginx", ["-t", "-c", file], { encoding: "utf8" });
  expect(checked.status, checked.stderr).toBe(0);
  // A group of its own, so that a kill takes the workers too: they would go on serving without their master.
  const nginx = spawn("nginx", ["-c", file, "-g", "daemon off;"], { stdio: "ignore", detached: true });
  undo.push(() => nginx.kill("SIGTERM"));
  return {
    async kill() {
      const ended = new Promise((resolve) => nginx.once("exit", resolve));
      if (nginx.pid !== undefined) process.kill(-nginx.pid, "SIGKILL");
      await ended;
    },
  };
}
