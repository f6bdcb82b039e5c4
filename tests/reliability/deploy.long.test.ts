/** The files of docs/deploy with the tools that they are for: two nodes behind nginx that are restarted while people sell. */
import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import http, { type IncomingHttpHeaders } from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { control } from "~tests/support/empty-database";
import { startConsole } from "~tests/support/running.mjs";
import { isSold, openCounter } from "./counter";
import { freePort, has, nginxBefore, node, runNginx, until } from "./nodes";

const server = process.env.TEST_DATABASE_URL ?? "";
const leftOut = [
  ...(server === "" ? ["TEST_DATABASE_URL is not set"] : []),
  ...(has("nginx", "-v") ? [] : ["nginx is not installed"]),
].join(" and ");

let folder: string;
const undo: (() => unknown)[] = [];
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-deploy-"));
});
afterEach(async () => {
  for (const one of undo.splice(0).reverse()) await one();
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("two nodes behind nginx", () => {
  test.skipIf(leftOut !== "")(
    `are restarted one after the other while people sell: 0 of 1,000 fail${leftOut && ` (left out: ${leftOut})`}`,
    async () => {
      const name = `console_rolling_${process.pid}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
      const place = { folder, undo };
      const nodes = [node(place, url, true), node(place, url, false)];
      for (const one of nodes) await one.start();
      const { url: front } = await nginxBefore(place, nodes);
      const counters = await Promise.all(Array.from({ length: 4 }, () => openCounter(front, "seller", "Demo#2026")));
      const failed: string[] = [];
      const sold = new Set<string>();
      let asked = 0;
      let isRestarting = true;
      const sell = async (counter: (typeof counters)[number]) => {
        // Half of them look, half of them sell.
        while (isRestarting || asked < 1_000) {
          asked += 2;
          const looked = await counter
            .get("/inside/buyTktList")
            .catch((error: Error) => ({ status: 0, text: error.message }));
          if (looked.status !== 200) failed.push(`look: ${looked.status} ${looked.text.slice(0, 100)}`);
          const sale = await counter
            .sell()
            .catch((error: Error) => ({ status: 0, text: error.message, headers: {}, ms: 0 }));
          if (isSold(sale)) sold.add(sale.text);
          else failed.push(`sale: ${sale.status} ${sale.text.slice(0, 100)}`);
        }
      };
      const selling = Promise.all(counters.map(sell));
      for (const one of nodes) {
        await one.end("SIGTERM");
        await one.start();
        // As docs/upgrading.md asks for: nginx looks away from a node for a while after the last time that it was not there.
        await new Promise((resolve) => setTimeout(resolve, 5_000));
      }
      isRestarting = false;
      await selling;
      console.log(
        `${asked} requests while both nodes were restarted, ${failed.length} failed`,
        [...new Set(failed)].slice(0, 5),
      );
      expect(failed, readFileSync(path.join(folder, "error.log"), "utf8")).toEqual([]);
      expect(asked).toBeGreaterThanOrEqual(1_000);
      expect(sold.size).toBeGreaterThan(0);
    },
    400_000,
  );
});

describe("nginx as the example has it", () => {
  const lacking = ["nginx", "openssl"].filter((tool) => spawnSync(tool, ["version"]).error !== undefined);
  const missing = lacking.length > 0 ? ` (left out: ${lacking.join(" and ")} not installed)` : "";

  test.skipIf(lacking.length > 0)(
    `speaks TLS, leads there, keeps figures to itself, and where no node is left says what became of a sale${missing}`,
    async () => {
      const own = mkdtempSync(path.join(tmpdir(), "console-nginx-"));
      undo.push(() => rmSync(own, { recursive: true }));
      const [key, certificate] = [path.join(own, "console.key"), path.join(own, "console.pem")];
      const made = spawnSync(
        "openssl",
        `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=console.example.com -keyout ${key} -out ${certificate}`.split(
          " ",
        ),
      );
      expect(made.status, String(made.stderr)).toBe(0);
      const [port, plain] = [freePort(), freePort()];
      // The page is copied to where nginx may read it, as an operator copies it.
      copyFileSync("docs/deploy/unanswered.html", path.join(own, "unanswered.html"));
      chmodSync(own, 0o755);
      const rules = readFileSync("docs/deploy/nginx.conf", "utf8")
        .replace("127.0.0.1:3001", `127.0.0.1:${freePort()}`)
        .replace("127.0.0.1:3002", `127.0.0.1:${freePort()}`)
        .replace("listen 443", `listen 127.0.0.1:${port}`)
        .replace("listen 80;", `listen 127.0.0.1:${plain};`)
        .replace("/etc/ssl/console.pem", certificate)
        .replace("/etc/ssl/console.key", key)
        .replace("/etc/nginx/console", own);
      runNginx({ folder: own, undo }, rules);
      const ask = (to: string, method = "GET") =>
        new Promise<{ status: number; headers: IncomingHttpHeaders; text: string }>((resolve, reject) => {
          const client = to.startsWith("https:") ? https : http;
          const request = client.request(
            to,
            {
              method,
              ca: readFileSync(certificate),
              servername: "console.example.com",
              headers: { host: "console.example.com" },
            },
            (response) => {
              let text = "";
              response.on("data", (chunk) => {
                text += chunk;
              });
              response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
            },
          );
          request.on("error", reject);
          request.end(method === "POST" ? "key=1" : undefined);
        });
      await until(
        () =>
          ask(`http://127.0.0.1:${plain}/home`).then(
            ({ status }) => status === 301,
            () => false,
          ),
        () => "nginx",
      );
      expect((await ask(`http://127.0.0.1:${plain}/home?a=1`)).headers.location).toBe(
        "https://console.example.com/home?a=1",
      );
      expect((await ask(`https://127.0.0.1:${port}/metrics`)).status).toBe(404);
      for (const method of ["GET", "POST"]) {
        const { status, headers, text } = await ask(`https://127.0.0.1:${port}/inside/buyTktList`, method);
        expect(status).toBe(502);
        expect(headers["cache-control"]).toBe("no-store");
        for (const words of ["可能已经办成", "同一张表单只会办理一次", "may or may not have been done"])
          expect(text).toContain(words);
      }
      expect((await ask(`https://127.0.0.1:${port}/unanswered.html`)).status).toBe(404);
    },
    60_000,
  );
});

describe("a node that dies", () => {
  test.skipIf(leftOut !== "")(
    `costs nobody more than one page, which says what became of the sale${leftOut && ` (left out: ${leftOut})`}`,
    async () => {
      const name = `console_dying_${process.pid}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const url = Object.assign(new URL(server), { pathname: `/${name}` }).toString();
      const place = { folder, undo };
      const nodes = [node(place, url, true), node(place, url, false)];
      for (const one of nodes) await one.start();
      const { url: front } = await nginxBefore(place, nodes);
      const counters = await Promise.all(Array.from({ length: 6 }, () => openCounter(front, "seller", "Demo#2026")));
      const keys: string[] = [];
      const problems: number[][] = counters.map(() => []);
      let round = 0;
      let isOver = false;
      const work = async (counter: (typeof counters)[number], at: number) => {
        while (!isOver) {
          const key = randomUUID();
          keys.push(key);
          // Whoever got no answer presses again, as the page says: the same form, the same key.
          for (let press = 0; ; press += 1) {
            const sale = await counter.sell(key).catch(() => ({ status: 0, text: "", headers: {}, ms: 0 }));
            if (isSold(sale)) break;
            problems[at]?.push(round);
            if (press > 5) throw new Error(`a sale never came to an answer: ${sale.status} ${sale.text.slice(0, 200)}`);
          }
          const page = await counter.get("/inside/buyTktList").catch(() => ({ status: 0 }));
          if (page.status !== 200) problems[at]?.push(round);
        }
      };
      const working = Promise.all(counters.map(work));
      for (const one of nodes) {
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        round += 1;
        await one.end("SIGKILL");
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        await one.start();
      }
      isOver = true;
      await working;
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query("select count(*)::int as n from idempotency where key = any ($1)", [keys]);
      const { rows: orders } = await client.query(
        "select count(*)::int as n from orders where channel = 'window' and created_at > now() - interval '10 minutes' and seller_name <> ''",
      );
      await client.end();
      console.log(`${keys.length} sales while two nodes were killed; problems by counter`, problems);
      expect(rows[0]?.n).toBe(keys.length);
      expect(orders[0]?.n).toBeGreaterThanOrEqual(keys.length);
      for (const own of problems)
        for (const killed of [1, 2]) expect(own.filter((at) => at === killed).length).toBeLessThanOrEqual(1);
      expect(keys.length).toBeGreaterThan(30);
    },
    400_000,
  );

  test("of a form without a key of its own the page says that nobody knows, and does nothing", async () => {
    const dataDir = path.join(folder, "unsure");
    const running = await startConsole({ dataDir, demo: true, environment: { DATABASE_URL: "", TRUST_PROXY: "1" } });
    undo.push(() => running.stop());
    const post = (body: string) =>
      fetch(`${running.url}/login`, {
        method: "POST",
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", "x-unanswered": "1", "accept-language": "en" },
        body,
      });
    const unsure = await post("accName=seller&password=Demo%232026");
    const text = await unsure.text();
    expect([unsure.status, unsure.headers.get("set-cookie")?.includes("session") ?? false]).toEqual([502, false]);
    expect(text).toMatch(/连接中断|broke before an answer/);
    expect(text).toContain('href="/login"');
    expect((await post("accName=seller&password=Demo%232026&idempotencyKey=a-key-of-a-form-1")).status).toBe(303);
  }, 300_000);
});

describe("the unit of systemd", () => {
  const missing = has("systemd-analyze") ? "" : " (left out: systemd-analyze is not installed)";
  test.skipIf(missing !== "")(`is one${missing}`, () => {
    const file = path.join(folder, "console.service");
    const unit = readFileSync("docs/deploy/console.service", "utf8")
      .replace("/usr/bin/node", process.execPath)
      .replaceAll(/^(User|Group)=console$/gm, "$1=root");
    writeFileSync(file, unit);
    const checked = spawnSync("systemd-analyze", ["verify", "--man=no", file], { encoding: "utf8" });
    expect(checked.stderr.split("\n").filter((line) => line.includes("console.service"))).toEqual([]);
  });
});

describe("the examples for other tools", () => {
  const noPromtool = has("promtool") ? "" : " (left out: promtool is not installed)";
  test.skipIf(noPromtool !== "")(
    `promtool takes the rules of alerts.yml, and they speak when they should${noPromtool}`,
    () => {
      const checked = spawnSync("promtool", ["check", "rules", "docs/deploy/alerts.yml"], { encoding: "utf8" });
      expect(`${checked.stdout}${checked.stderr}`).toMatch(/SUCCESS: \d+ rules found/);
      const tried = spawnSync("promtool", ["test", "rules", "tests/reliability/alerts.yml"], { encoding: "utf8" });
      expect(tried.status, `${tried.stdout}${tried.stderr}`).toBe(0);
    },
  );

  const noLogrotate = has("logrotate") ? "" : " (left out: logrotate is not installed)";
  test.skipIf(noLogrotate !== "")(`logrotate reads its file${noLogrotate}`, () => {
    const file = path.join(folder, "logrotate.conf");
    writeFileSync(file, readFileSync("docs/deploy/logrotate.conf", "utf8").replaceAll("/var/log/console", folder), {
      mode: 0o644,
    });
    writeFileSync(path.join(folder, "console.log"), "{}\n");
    const read = spawnSync("logrotate", ["-d", file], { encoding: "utf8" });
    expect(read.status, read.stderr).toBe(0);
    expect(read.stderr).toContain("console.log");
    expect(read.stderr).not.toMatch(/^error/m);
  });

  const [, major = 0, minor = 0] =
    /(\d+)\.(\d+)/.exec(spawnSync("pgbouncer", ["--version"], { encoding: "utf8" }).stdout ?? "") ?? [];
  const noPooler = [
    ...(server === "" ? ["TEST_DATABASE_URL is not set"] : []),
    ...(Number(major) > 1 || Number(minor) >= 21 ? [] : ["pgbouncer 1.21 is not installed"]),
  ].join(" and ");
  test.skipIf(noPooler !== "")(
    `a sale goes through pgbouncer by transactions${noPooler && ` (left out: ${noPooler})`}`,
    async () => {
      const name = `console_bouncer_${process.pid}`;
      await control(server, `create database ${name}`);
      undo.push(() => control(server, `drop database if exists ${name} with (force)`));
      const { hostname, port, username, password } = new URL(server);
      const own = freePort();
      const file = path.join(folder, "pgbouncer.ini");
      const target = `host=${hostname} port=${port || 5432} dbname=${name} user=${username}${password ? ` password=${password}` : ""}`;
      const rules = readFileSync("docs/deploy/pgbouncer.ini", "utf8")
        .replace(/^console = .*$/m, `${name} = ${target}`)
        .replace("listen_port = 6432", `listen_port = ${own}`)
        .replace("auth_type = scram-sha-256", "auth_type = any")
        .replace(/^auth_file = .*$/m, "");
      writeFileSync(file, rules);
      spawnSync("chmod", ["-R", "a+rX", folder]);
      const asRoot = process.getuid?.() === 0 ? ["-u", "postgres"] : [];
      const bouncer = spawn("pgbouncer", [...asRoot, file], { stdio: "ignore" });
      undo.push(() => bouncer.kill("SIGTERM"));
      const pooled = node({ folder, undo }, `postgres://${username}@127.0.0.1:${own}/${name}`, true);
      await pooled.start();
      const counter = await openCounter(`http://127.0.0.1:${pooled.port}`, "seller", "Demo#2026");
      const sales = await Promise.all(Array.from({ length: 40 }, () => counter.sell()));
      expect(sales.filter(isSold)).toHaveLength(40);
    },
    240_000,
  );

  test("the Dockerfile builds on a Node that is meant, runs what a release has, unprivileged, and asks whether it is ready", () => {
    const lines = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ").split("\n");
    const of = (word: string) =>
      lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
    const stages = of("FROM");
    expect(stages).toHaveLength(2);
    for (const stage of stages) {
      const major = /^node:(\d+)-bookworm-slim/.exec(stage)?.[1];
      // README names them.
      expect(["20", "22", "24"]).toContain(major);
    }
    expect(of("USER")).toEqual(["node"]);
    expect(of("CMD")).toEqual(['["node", "server/start.mjs"]']);
    expect(readFileSync("server/release.mjs", "utf8")).toContain('"server/start.mjs"');
    expect(of("HEALTHCHECK").join()).toContain("/readyz");
    expect(of("STOPSIGNAL")).toEqual(["SIGTERM"]);
    expect(of("ENV").join()).toContain("DATA_DIR=/data");
    expect(of("VOLUME")).toEqual(["/data"]);
  });

  test("dashboard and alerts ask for nothing that /metrics does not tell", () => {
    const told = ["server/backend/metrics.ts", "server/console/metrics.ts"]
      .map((file) => readFileSync(file, "utf8"))
      .join();
    for (const file of ["dashboard.json", "alerts.yml"]) {
      const text = readFileSync(`docs/deploy/${file}`, "utf8");
      const names = new Set(text.match(/\bconsole_\w+/g));
      expect(names.size).toBeGreaterThan(5);
      for (const name of names) expect(told, `${file}: ${name}`).toContain(name.replace(/_bucket$/, ""));
    }
    expect(() => JSON.parse(readFileSync("docs/deploy/dashboard.json", "utf8"))).not.toThrow();
  });
});
