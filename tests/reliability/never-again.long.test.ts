/** What an operator's drill showed to go wrong with the running product, each under the number that it has there. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { version } from "~server/version";
import { control } from "~tests/support/empty-database";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";

let folder: string;
let prepared: string;
const password = "Demo#2026";
const undo: (() => unknown)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "console-operator-"));
  prepared = path.join(folder, "demo");
  spawnSync(process.execPath, ["server/build.mjs"], { stdio: "inherit" });
  const running = await startConsole({ dataDir: prepared, demo: true, environment: { DATABASE_URL: "" } });
  await running.stop();
}, 600_000);
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(() => rmSync(folder, { recursive: true }));

let names = 0;
const newName = (ending = "") => path.join(folder, `n${++names}${ending}`);
const environment = (own: Record<string, string>) => ({
  ...process.env,
  ...{ PORT: "0", HOST: "127.0.0.1", LOG_LEVEL: "warn", DATABASE_URL: "", ADMIN_PASSWORD: "" },
  ...own,
});

interface Run {
  child: ChildProcess;
  said: () => string;
  ended: Promise<number | null>;
}
function run(command: string, args: string[], own: Record<string, string>): Run {
  const child = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"], env: environment(own) });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      said += chunk;
    });
  undo.push(() => child.exitCode === null && child.signalCode === null && child.kill("SIGKILL"));
  return { child, said: () => said, ended: new Promise((resolve) => child.once("close", (code) => resolve(code))) };
}
const start = (own: Record<string, string>, ...args: string[]) =>
  run(process.execPath, ["server/start.mjs", ...args], own);
async function until<T>(look: () => T | undefined | false | null, what: string, within = 150_000): Promise<T> {
  const end = performance.now() + within;
  for (;;) {
    const found = look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`never: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
const urlOf = ({ said }: Run) =>
  until(() => /The console runs at (http\S+)/.exec(said())?.[1], `an address in ${said()}`);
const status = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 0,
  );

describe("2: a build is made beside the one that runs", () => {
  test("who runs goes on with its files, who starts says that sources changed, and no tool builds", async () => {
    const old = path.join(realpathSync("build"), "client/assets/old-page-0123.js");
    writeFileSync(old, "1");
    undo.push(() => rmSync(old, { force: true }));
    const running = await startConsole({ dataDir: prepared, environment: { DATABASE_URL: "" } });
    undo.push(() => running.stop());
    const page = await (await fetch(`${running.url}/login`)).text();
    const assets = [...page.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, asset = ""]) => asset);
    expect(assets.length).toBeGreaterThan(1);
    const before = realpathSync("build");
    const built = run(process.execPath, ["server/build.mjs", "--force"], {});
    expect(await built.ended, built.said()).toBe(0);
    expect(realpathSync("build")).not.toBe(before);
    for (const asset of [...assets, "/assets/old-page-0123.js"])
      expect(await status(running.url + asset), asset).toBe(200);
    await running.stop();
    // A page that is open still asks the next one for the files of the build before.
    const after = start({ DATA_DIR: prepared });
    expect(await status(`${await urlOf(after)}/assets/old-page-0123.js`)).toBe(200);
    after.child.kill("SIGTERM");
    await after.ended;

    const stamp = readFileSync("build/stamp", "utf8");
    writeFileSync("build/stamp", "of other sources");
    undo.push(() => writeFileSync("build/stamp", stamp));
    const now = realpathSync("build");
    const tool = start({ DATA_DIR: prepared }, "--backup", newName(".archive"));
    expect(await tool.ended, tool.said()).toBe(0);
    const stale = start({ DATA_DIR: prepared });
    await urlOf(stale);
    expect(stale.said()).toContain("npm run build");
    expect(realpathSync("build")).toBe(now);
    stale.child.kill("SIGTERM");
    await stale.ended;
  }, 900_000);
});

describe("4: a backup of the embedded database holds nobody up", () => {
  test("sales go on beside it, its archive is one moment, and who asks and then stops reading stops nothing", async () => {
    const running = await startConsole({ dataDir: prepared, environment: { DATABASE_URL: "" } });
    undo.push(() => running.stop());
    const counter = await openCounter(running.url, "seller", password);
    for (let sale = 0; sale < 5; sale += 1) expect(isSold(await counter.sell())).toBe(true);
    let selling = true;
    const took: number[] = [];
    const loop = (async () => {
      while (selling) {
        const answer = await counter.sell();
        expect(isSold(answer), answer.text.slice(0, 200)).toBe(true);
        took.push(answer.ms);
      }
    })();
    const file = newName(".archive");
    const tool = start({ DATA_DIR: prepared }, "--backup", file);
    expect(await tool.ended, tool.said()).toBe(0);
    expect(tool.said()).toMatch(/of the running console.*\d+ orders/);
    // Asked for, and never fetched.
    const secret = readFileSync(path.join(prepared, "admin.secret"), "utf8").trim();
    const socket = connect(Number(new URL(readFileSync(path.join(prepared, "backend.url"), "utf8")).port), "127.0.0.1");
    undo.push(() => socket.destroy());
    socket.pause();
    socket.write(
      `POST /admin/backup HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${secret}\r\ncontent-length: 0\r\n\r\n`,
    );
    await until(() => socket.bytesRead > 0 || took.length > 60, "an answer that nobody reads");
    const sold = took.length;
    await until(() => took.length > sold + 10, "sales after it");
    selling = false;
    await loop;
    console.log(`${took.length} sales beside two backups, the slowest ${Math.round(Math.max(...took))} ms`);
    socket.destroy();
    await running.stop();
    const verify = start({ DATA_DIR: newName() }, "--verify", file);
    expect(await verify.ended, verify.said()).toBe(0);
    expect(verify.said()).toContain("row for row the same");
    const target = newName();
    const restored = start({ DATA_DIR: target }, "--restore", file);
    expect(await restored.ended, restored.said()).toBe(0);
    const back = await startConsole({ dataDir: target, environment: { DATABASE_URL: "" } });
    undo.push(() => back.stop());
    expect(isSold(await (await openCounter(back.url, "seller", password)).sell())).toBe(true);
  }, 600_000);
});

describe("5: one signal ends it, whatever started it", () => {
  test("a SIGTERM to npm ends the server, and gives the directory back", async () => {
    const npm = run("npm", ["start"], { DATA_DIR: prepared });
    const url = await urlOf(npm);
    const { pid } = JSON.parse(readFileSync(path.join(prepared, "owner.lock"), "utf8"));
    undo.push(() => {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // As it should be: it is gone.
      }
    });
    npm.child.kill("SIGTERM");
    await until(() => !existsSync(path.join(prepared, "owner.lock")), "the directory given back", 120_000);
    await until(() => !existsSync(`/proc/${pid}`), "the server gone", 120_000);
    expect(await status(`${url}/healthz`)).toBe(0);
  }, 300_000);

  test("not ready at once, still answering for DRAIN_SECONDS, each answer the last of its connection", async () => {
    const running = start({ DATA_DIR: prepared, DRAIN_SECONDS: "2" });
    const url = await urlOf(running);
    const counter = await openCounter(url, "seller", password);
    expect(await status(`${url}/readyz`)).toBe(200);
    running.child.kill("SIGTERM");
    await until(() => running.said().includes("Stopping"), "a word of it");
    const ready = await fetch(`${url}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, "not ready: stopping"]);
    const sale = await counter.sell();
    expect(isSold(sale), sale.text.slice(0, 300)).toBe(true);
    expect(sale.headers.connection).toBe("close");
    expect(await running.ended).toBe(0);
  }, 300_000);
});

describe("8: a pooler that keeps no prepared statements is named at the start", () => {
  const server = process.env.TEST_DATABASE_URL ?? "";
  const lacking = [
    ...(spawnSync("pgbouncer", ["--version"]).status === 0 ? [] : ["pgbouncer is not installed"]),
    ...(server === "" ? ["TEST_DATABASE_URL is not set"] : []),
  ];
  const reason = lacking.length > 0 ? ` (left out: ${lacking.join(", ")})` : "";

  test.skipIf(lacking.length > 0)(
    `by transactions it is refused, by sessions it sells${reason}`,
    async () => {
      const name = `console_pooled_${process.pid}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const { hostname, port, username, password: word } = new URL(server);
      const pooled = async (mode: string) => {
        const own = 20_000 + Math.floor(Math.random() * 20_000);
        const file = newName(".ini");
        writeFileSync(
          file,
          `[databases]\n* = host=${hostname} port=${port || 5432} user=${username}${word ? ` password=${word}` : ""}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}\nauth_type = any\npool_mode = ${mode}\nunix_socket_dir =\ndefault_pool_size = 20\nignore_startup_parameters = options,extra_float_digits\n`,
        );
        // It refuses to run as root.
        const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
        if (asRoot.length > 0) spawnSync("chmod", ["-R", "a+rX", folder]);
        const bouncer = run("pgbouncer", [...asRoot, file], {});
        await until(
          () => /listening on|process up/.test(bouncer.said()) || bouncer.child.exitCode !== null,
          "a pooler",
        );
        expect(bouncer.child.exitCode, bouncer.said()).toBe(null);
        return `postgres://${username}@127.0.0.1:${own}/${name}`;
      };
      const refused = start({ DATA_DIR: newName(), DATABASE_URL: await pooled("transaction") });
      const code = await refused.ended;
      expect(refused.said()).toMatch(
        /a pooler stands before it that keeps no prepared statements.*max_prepared_statements/,
      );
      expect(code).toBe(1);
      const sells = await startConsole({
        dataDir: newName(),
        demo: true,
        environment: { DATABASE_URL: await pooled("session"), LOG_LEVEL: "warn" },
      });
      undo.push(() => sells.stop());
      const counter = await openCounter(sells.url, "seller", password);
      const sales = await Promise.all(Array.from({ length: 20 }, () => counter.sell()));
      expect(sales.filter(isSold)).toHaveLength(20);
    },
    400_000,
  );
});

describe("9: the version is told", () => {
  test("at /version and at the start; it is none of 0.1.0", async () => {
    const running = start({ DATA_DIR: prepared });
    const url = await urlOf(running);
    expect((await (await fetch(`${url}/version`)).text()).trim()).toBe(version);
    expect(version).toMatch(/^20\d\d\.\d{1,2}\.\d+$/);
    await until(() => running.said().includes(`Version ${version}`), "the version");
    running.child.kill("SIGTERM");
    await running.ended;
  }, 300_000);
});

describe("10: the first day", () => {
  test("the first password is in no log, opens nothing but its change, and its file goes", async () => {
    const dataDir = newName();
    const first = start({ DATA_DIR: dataDir });
    const url = await urlOf(first);
    const file = path.join(dataDir, "first-password");
    await until(() => first.said().includes(file), "where it is");
    const word = readFileSync(file, "utf8").trim();
    expect(first.said()).not.toContain(word);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(first.said()).toContain("business days in Asia/Shanghai");
    expect(first.said()).toContain(`data in ${dataDir}`);
    const entered = await fetch(`${url}/login`, {
      method: "POST",
      body: new URLSearchParams({ accName: "admin", password: word }),
      redirect: "manual",
    });
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
    const home = await fetch(`${url}/home`, { headers: { cookie }, redirect: "manual" });
    expect([entered.status, home.status, home.headers.get("location")]).toEqual([
      303,
      302,
      expect.stringContaining("assword"),
    ]);
    first.child.kill("SIGTERM");
    await first.ended;
  }, 300_000);

  test("a database that is not there yet is named, without its password, and waited for", async () => {
    const never = start({
      DATA_DIR: newName(),
      DATABASE_URL: "postgres://console:secret-word@127.0.0.1:1/console",
      DATABASE_WAIT_SECONDS: "2",
    });
    expect(await never.ended).toBe(1);
    expect(never.said()).toContain("Waiting for PostgreSQL at 127.0.0.1:1/console: nothing listens there");
    expect(never.said()).toContain("cannot be used after 2 s");
    expect(never.said()).not.toContain("secret-word");
  }, 180_000);

  const server = process.env.TEST_DATABASE_URL ?? "";
  test.skipIf(server === "")(
    "one that comes later is used (left out without TEST_DATABASE_URL)",
    async () => {
      const name = `console_late_${process.pid}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const target = new URL(server);
      const gate = 20_000 + Math.floor(Math.random() * 20_000);
      const own = Object.assign(new URL(server), { pathname: `/${name}`, port: String(gate), hostname: "127.0.0.1" });
      const late = start({ DATA_DIR: newName(), DATABASE_URL: own.toString() });
      await until(() => late.said().includes("Waiting for PostgreSQL"), "a word of waiting");
      const proxy: Server = createServer((socket) => {
        const onward = connect(Number(target.port || 5432), target.hostname);
        socket.pipe(onward).pipe(socket);
        socket.on("error", () => onward.destroy());
        onward.on("error", () => socket.destroy());
      }).listen(gate, "127.0.0.1");
      undo.push(() => proxy.close());
      expect(await status(`${await urlOf(late)}/readyz`)).toBe(200);
      late.child.kill("SIGTERM");
      await late.ended;
    },
    120_000,
  );
});
