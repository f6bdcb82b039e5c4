/** npm run doctor: each finding is one line with what to do, and looking changes nothing. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { examine, lineOf } from "~server/backend/doctor";
import { readConfig, unknownSettings } from "~server/config";
import { control } from "~tests/support/empty-database";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "console-doctor-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const linesFor = async (settings: Record<string, string>) => {
  const environment = { DATA_DIR: path.join(folder, "none"), PORT: "0", ...settings };
  return (await examine(readConfig(environment as unknown as NodeJS.ProcessEnv), environment)).map(lineOf);
};

test("before the first start: nothing is made, and every line says what it is about", async () => {
  const lines = await linesFor({});
  expect(existsSync(path.join(folder, "none"))).toBe(false);
  for (const line of lines) {
    expect(line).toMatch(/^(ok|look|WRONG) /);
    expect(line).not.toContain("\n");
    if (!line.startsWith("ok")) expect(line).toContain("To do: ");
  }
  expect(lines.find((line) => line.includes("backups"))).toContain("set BACKUP_DIR");
});

test.each([
  [
    "a slip in a name",
    { DATABASE_POOLS: "3" },
    /look +settings: there is none named DATABASE_POOLS. To do: DATABASE_POOL is meant/,
  ],
  [
    "a database that is away",
    { DATABASE_URL: "postgres://a:secret-word@127.0.0.1:1/b" },
    /WRONG database: PostgreSQL at 127.0.0.1:1\/b cannot be used: nothing listens there. To do: /,
  ],
  [
    "keys of one node alone",
    { DATABASE_URL: "postgres://a:secret-word@127.0.0.1:1/b" },
    /look +keys: SECRET_KEYS, COOKIE_SECRETS, FILE_LINK_SECRET/,
  ],
  [
    "a proxy that is not believed",
    { PUBLIC_ORIGINS: "https://console.example.com" },
    /WRONG proxy: every visitor counts as one.*TRUST_PROXY=1/,
  ],
  [
    "a line that is not encrypted",
    { DATABASE_URL: "postgres://a:secret-word@192.0.2.1:1/b?connect_timeout=1" },
    /look +line: passwords and data cross the network to 192.0.2.1 in the clear. To do: add \?sslmode=verify-full/,
  ],
  [
    "an address that leads elsewhere",
    { PUBLIC_ORIGINS: "http://127.0.0.1:1" },
    /look +proxy: http:\/\/127.0.0.1:1 does not lead to the console from here/,
  ],
  ["no name beyond this machine", { HOST: "0.0.0.0" }, /WRONG origins: .*PUBLIC_ORIGINS/],
  [
    "backups that are not there",
    { BACKUP_DIR: "/nowhere/at/all" },
    /WRONG backups: the directory of backups \/nowhere\/at\/all is not there/,
  ],
])("%s", async (_, settings, words) => {
  const lines = await linesFor(settings as unknown as Record<string, string>);
  expect(lines.join("\n")).toMatch(words);
  expect(lines.join("\n")).not.toContain("secret-word");
});

test("a directory that others may enter, a database that is not whole, a port that another has", async () => {
  const dataDir = path.join(folder, "open");
  mkdirSync(path.join(dataDir, "pg"), { recursive: true });
  writeFileSync(path.join(dataDir, "pg", "PG_VERSION"), "18\n");
  chmodSync(dataDir, 0o755);
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  // It takes connections and says nothing.
  const lines = (await linesFor({ DATA_DIR: dataDir, PORT: String(port) })).join("\n");
  server.close();
  expect(lines).toContain(`chmod 700 '${dataDir}'`);
  expect(lines).toMatch(/WRONG database: it is not whole/);
  expect(lines).toContain(`another program has ${port}`);
  expect(readdirSync(path.join(dataDir, "pg"))).toEqual(["PG_VERSION"]);
});

test("the zone of business days, and a clock that went back behind the database's last write", async () => {
  const dataDir = path.join(folder, "clock");
  const log = path.join(dataDir, "pg", "pg_wal");
  mkdirSync(log, { recursive: true });
  writeFileSync(path.join(dataDir, "pg", "PG_VERSION"), "18\n");
  writeFileSync(path.join(log, "000000010000000000000001"), "");
  const at = async (now: number) => {
    const environment = { DATA_DIR: dataDir, PORT: "0" };
    const config = readConfig(environment as unknown as NodeJS.ProcessEnv);
    return (await examine(config, environment, new Date(now))).map(lineOf).join("\n");
  };
  expect(await at(Date.now())).toContain("ok    clock: after the database's last write");
  expect(await at(Date.now() - 86_400_000)).toMatch(
    /WRONG clock: 86\d{3} s before the database's last write. To do: set it/,
  );
  expect((await linesFor({})).join("\n")).toMatch(/ok +zone: business days by .*; this machine's is \S+/);
});

test("a directory of backups that others may read, and one on the disk of the data", async () => {
  const [data, backups] = ["data", "backups"].map((name) => path.join(folder, name)) as [string, string];
  for (const one of [data, backups]) mkdirSync(one, { mode: 0o700 });
  const lines = async () => (await linesFor({ DATA_DIR: data, BACKUP_DIR: backups })).join("\n");
  expect(await lines()).toMatch(/ok +backup directory: .*for its account alone/);
  expect(await lines()).toMatch(/look +disk: backups lie on the disk of the data/);
  expect(await lines()).toMatch(/disk: [\d.]+ GB free for backups in/);
  chmodSync(backups, 0o755);
  expect(await lines()).toContain(
    `WRONG backup directory: others may read ${backups} (mode 755). To do: chmod 700 '${backups}'`,
  );
});

const server = process.env.TEST_DATABASE_URL;
test.runIf(server)("of PostgreSQL: its version, statements, clock, zone and schema", async () => {
  const empty = `console_doctor_${process.pid}`;
  await control(server ?? "", `create database ${empty}`);
  try {
    const url = Object.assign(new URL(server ?? ""), { pathname: `/${empty}` }).toString();
    const lines = (await linesFor({ DATABASE_URL: url })).join("\n");
    for (const words of [
      /ok +database: PostgreSQL \d+[^ ]* .*keeps prepared statements/,
      /ok +clock: as the database's/,
      /ok +zone: business days by Asia\/Shanghai; this machine's is \S+/,
      /look +schema: none yet. To do: the first start makes it/,
    ])
      expect(lines).toMatch(words);
    const environment = { DATA_DIR: path.join(folder, "none"), PORT: "0", DATABASE_URL: url };
    const config = readConfig(environment as unknown as NodeJS.ProcessEnv);
    const late = (await examine(config, environment, new Date(Date.now() + 60_000))).map(lineOf).join("\n");
    expect(late).toMatch(/WRONG clock: this machine and the database are (59|60) s apart. To do: set both by NTP/);
  } finally {
    await control(server ?? "", `drop database ${empty} with (force)`);
  }
});

test("names that others use are no slips of ours", () => {
  const others = {
    PATH: "",
    HOME: "",
    SHELL: "",
    DATADOG_API_KEY: "",
    PGHOST: "",
    NODE_ENV: "",
    HOSTNAME: "",
    S3_CACHE: "",
    TERM: "",
  };
  expect(unknownSettings(others)).toEqual([]);
  expect(unknownSettings({ TRUST_PROXI: "1" })).toEqual([{ name: "TRUST_PROXI", meant: "TRUST_PROXY" }]);
  // Further from a name of ours than a slip of the finger, and meant for us all the same.
  for (const name of ["SMTP_USER", "STOP_TIMEOUT", "TRUST_PROXIES", "S3_BUCKET_NAME", "METRICS_PASSWORD", "PUBLIC_URL"])
    expect(unknownSettings({ [name]: "1" }).map((one) => one.name)).toEqual([name]);
});
