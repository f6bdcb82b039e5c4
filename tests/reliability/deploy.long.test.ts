/** The files of docs/deploy with the tools that they are for: two nodes behind nginx that are restarted while people sell. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { control } from "~tests/support/empty-database";
import { isSold, openCounter } from "./counter";
import { freePort, has, nginxBefore, node } from "./nodes";

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
      const front = await nginxBefore(place, nodes);
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
