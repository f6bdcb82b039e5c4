/** npm run doctor: what an operator would look at, one line each, with what to do. It reads and changes nothing. */
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { readdir, statfs } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { usualZone } from "~/contract/business-time";
import { headOffice } from "~/contract/wire";
import { backupStoreOf, type Config, unknownSettings } from "../config";
import { nameOfServer } from "../database-server";
import { version } from "../version";
import { backupPlaces, backupProblem, lastArchive, placesOf } from "./db/kept-archives";
import { readMigrations } from "./db/migrate";
import { checkDatabaseServer } from "./db/wait-for-server";
import { stateOfDirectory } from "./db/whole-directory";
import { leastFree } from "./readiness";
import { runningServer } from "./running-server";

export interface Finding {
  /** "look" is worth a look and may be meant so. */
  state: "ok" | "look" | "wrong";
  says: string;
  /** What to do; "" where there is nothing. */
  todo: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const ok = (says: string): Finding => ({ state: "ok", says, todo: "" });
const look = (says: string, todo: string): Finding => ({ state: "look", says, todo });
const wrong = (says: string, todo: string): Finding => ({ state: "wrong", says, todo });

export async function examine(config: Config, environment: Environment, now = new Date()): Promise<Finding[]> {
  const database = config.DATABASE_URL ? await ofServer(config.DATABASE_URL, now) : await ofDirectory(config, now);
  return [
    ofVersions(),
    ...ofSettings(environment),
    ...ofDataDirectory(config),
    ...ofBackupDirectory(config),
    ...(await ofDisk(config)),
    ...database,
    ...ofLine(config),
    ...ofKeys(config),
    ...ofProxy(config),
    ...(await ofOrigin(config)),
    await ofBackups(config, now),
    await ofPort(config),
  ];
}

function ofVersions(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const says = `version ${version} on Node ${process.versions.node}`;
  return major > 20 || (major === 20 && minor >= 19) ? ok(says) : wrong(says, "install Node 20.19, 22 or 24");
}

function ofSettings(environment: Environment): Finding[] {
  const unknown = unknownSettings(environment);
  if (unknown.length === 0) return [ok("settings: none is unknown")];
  return unknown.map(({ name, meant }) =>
    look(`settings: there is none named ${name}`, `${meant} is meant? Rename it, or take it out`),
  );
}

function ofDataDirectory({ DATA_DIR: directory }: Config): Finding[] {
  const shown = path.resolve(directory);
  const found = statSync(directory, { throwIfNoEntry: false });
  if (!found) return [look(`data directory: ${shown} is not there yet`, "is DATA_DIR right? The first start makes it")];
  if (process.platform === "win32") return [ok(`data directory: ${shown}`)];
  const mode = (found.mode & 0o777).toString(8);
  if (found.mode & 0o077)
    return [wrong(`data directory: others may enter ${shown} (mode ${mode})`, `chmod 700 '${shown}'`)];
  if (found.uid !== process.getuid?.()) {
    return [look(`data directory: ${shown} belongs to another account`, "run this, and the console, as that account")];
  }
  return [ok(`data directory: ${shown}, for its account alone`)];
}

/** Archives hold what people gave of themselves: they are for the console's account alone. That it is not there is told by `backups`. */
function ofBackupDirectory({ BACKUP_DIR: directory }: Config): Finding[] {
  if (!directory || !existsSync(directory) || process.platform === "win32") return [];
  const shown = path.resolve(directory);
  const { mode } = statSync(directory);
  if (mode & 0o007)
    return [
      wrong(`backup directory: others may read ${shown} (mode ${(mode & 0o777).toString(8)})`, `chmod 700 '${shown}'`),
    ];
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return [ok(`backup directory: ${shown}, for its account alone`)];
  } catch {
    const whose = "run this, and the console, as the account that owns it";
    return [wrong(`backup directory: ${shown} cannot be written to`, whose)];
  }
}

async function ofDisk({ DATA_DIR: directory, BACKUP_DIR: backups }: Config): Promise<Finding[]> {
  const place = existsSync(directory) ? directory : path.dirname(path.resolve(directory));
  if (!existsSync(place)) return [];
  const free = await freeAt(place);
  const says = `disk: ${inGigabytes(free)} free for ${path.resolve(directory)}`;
  const found: Finding[] = [];
  if (free < leastFree * 4) found.push(wrong(says, "make room: below 64 MB the console calls itself not ready"));
  else
    found.push(
      free < 2 * gigabyte ? look(says, "a million orders of two tickets take about 5 GB: make room") : ok(says),
    );
  if (backups && existsSync(backups)) {
    const left = await freeAt(backups);
    const told = `disk: ${inGigabytes(left)} free for backups in ${path.resolve(backups)}`;
    found.push(left < gigabyte ? look(told, "make room, or move BACKUP_DIR to another disk") : ok(told));
    if (statSync(backups).dev === statSync(place).dev)
      found.push(
        look("disk: backups lie on the disk of the data", "that disk lost, both are: use another, or a store"),
      );
  }
  const data = path.join(directory, "pg");
  const size = existsSync(data) ? await sizeOf(data) : 0;
  const forVerify = await freeAt(tmpdir());
  if (forVerify < 2 * size) {
    const room = `${inGigabytes(forVerify)} free in ${tmpdir()}, and db:verify takes twice the data's ${inGigabytes(size)}`;
    found.push(look(`disk: ${room}`, "set TMPDIR to a directory with more room where you run it"));
  }
  return found;
}

const gigabyte = 1024 ** 3;
const inGigabytes = (bytes: number) => `${(bytes / gigabyte).toFixed(1)} GB`;
const freeAt = async (place: string) => {
  const { bavail, bsize } = await statfs(place);
  return bavail * bsize;
};

async function sizeOf(directory: string): Promise<number> {
  const names = await readdir(directory, { recursive: true, withFileTypes: true });
  return names
    .filter((one) => one.isFile())
    .reduce(
      (sum, one) => sum + (statSync(path.join(one.parentPath, one.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

async function ofDirectory(config: Config, now: Date): Promise<Finding[]> {
  const directory = path.join(config.DATA_DIR, "pg");
  const state = await stateOf(config, directory);
  return [state, ...ofLastWrite(directory, now), zoneOf("head office's parameter, printed at each start")];
}

async function stateOf(config: Config, directory: string): Promise<Finding> {
  const running = await runningServer(config);
  if (running) {
    const answer = await fetch(new URL("/readyz", running.url)).catch(() => null);
    const text = (await answer?.text()) ?? "it does not answer";
    return answer?.ok ? ok("database: the console runs on it and is ready") : wrong(`database: ${text}`, "see its log");
  }
  if (!existsSync(directory)) return look("database: none yet", "the first start makes it");
  try {
    stateOfDirectory(directory);
    return ok("database: whole; no console runs on it");
  } catch (error) {
    return wrong("database: it is not whole", error instanceof Error ? error.message : String(error));
  }
}

/** Where no other clock can be asked: a machine whose time is before what it wrote last has a clock that went back. */
function ofLastWrite(directory: string, now: Date): Finding[] {
  const log = path.join(directory, "pg_wal");
  if (!existsSync(log)) return [];
  const times = readdirSync(log).map((name) => statSync(path.join(log, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  const back = Math.round((Math.max(0, ...times) - now.getTime()) / 1_000);
  if (back <= 60) return [ok("clock: after the database's last write")];
  const todo = "set it by NTP (timedatectl set-ntp true), and see whether what was sold meanwhile has its right day";
  return [wrong(`clock: ${back} s before the database's last write`, todo)];
}

/** The oldest whose SQL the migrations speak. */
const leastServer = 15;

const zoneOf = (zone: string): Finding =>
  ok(`zone: business days by ${zone}; this machine's is ${Intl.DateTimeFormat().resolvedOptions().timeZone}`);

async function ofServer(url: string, now: Date): Promise<Finding[]> {
  const name = nameOfServer(url);
  const problem = await checkDatabaseServer(url);
  if (problem) return [wrong(`database: PostgreSQL at ${name} cannot be used: ${problem.says}`, problem.todo)];
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const { rows } = await client.query(
      "select current_setting('server_version') as server, extract(epoch from clock_timestamp()) * 1000 as clock, to_regclass('public.schema_migration') is not null as used",
    );
    const [{ server, clock, used }] = rows;
    const apart = Math.round(Math.abs(Number(clock) - now.getTime()) / 1_000);
    return [
      Number.parseInt(server, 10) >= leastServer
        ? ok(`database: PostgreSQL ${server} at ${name} keeps prepared statements`)
        : wrong(`database: PostgreSQL ${server} at ${name} is too old`, `take PostgreSQL ${leastServer} or newer`),
      apart > 5
        ? wrong(
            `clock: this machine and the database are ${apart} s apart`,
            "set both by NTP (timedatectl set-ntp true)",
          )
        : ok("clock: as the database's"),
      await ofZone(client, used === true),
      await ofSchema(client, used === true),
    ];
  } finally {
    await client.end();
  }
}

async function ofZone(client: pg.Client, isUsed: boolean): Promise<Finding> {
  const asked = "select time_zone as zone from corp_zone where corp_code = $1";
  // Data of a version before have no such table.
  const rows = isUsed ? await client.query<{ zone: string }>(asked, [headOffice]).catch(() => null) : null;
  return zoneOf(rows?.rows[0]?.zone ?? usualZone);
}

async function ofSchema(client: pg.Client, isUsed: boolean): Promise<Finding> {
  if (!isUsed) return look("schema: none yet", "the first start makes it");
  const { rows } = await client.query<{ name: string }>("select name from schema_migration");
  const own = readMigrations().map(({ name }) => name);
  const newer = rows.filter(({ name }) => !own.includes(name));
  if (newer.length > 0)
    return wrong(
      `schema: of a newer version than ${version}`,
      "start that version; docs/upgrading.md has the way back",
    );
  const missing = own.length - rows.length;
  return missing > 0
    ? look(`schema: ${missing} steps behind ${version}`, "back up, then start: it is brought up to date")
    : ok(`schema: of version ${version}`);
}

/** What goes between this machine and PostgreSQL can be read on the way where the line is not encrypted. */
function ofLine({ DATABASE_URL: url }: Config): Finding[] {
  if (!url) return [];
  const { hostname, searchParams } = new URL(url);
  const isHere = ["", "localhost", "127.0.0.1", "[::1]"].includes(hostname) || hostname.startsWith("%2F");
  if (isHere || /^(require|verify-ca|verify-full)$/.test(searchParams.get("sslmode") ?? "")) return [];
  const todo = "add ?sslmode=verify-full to DATABASE_URL, and let PostgreSQL listen to the nodes alone";
  return [look(`line: passwords and data cross the network to ${hostname} in the clear`, todo)];
}

/** The way that visitors come: through DNS and proxy to this port. */
async function ofOrigin({ PUBLIC_ORIGINS: [origin] }: Config): Promise<Finding[]> {
  if (origin === undefined) return [];
  const answer = await fetch(new URL("/version", origin), { signal: AbortSignal.timeout(3_000) }).then(
    async (response) => (response.ok ? (await response.text()).trim() : `status ${response.status}`),
    (error: Error) => (error.cause instanceof Error ? error.cause.message : error.message),
  );
  return [
    /^20\d\d\.\d+\.\d+$/.test(answer)
      ? ok(`proxy: ${origin} leads to version ${answer}`)
      : look(
          `proxy: ${origin} does not lead to the console from here (${answer})`,
          "see whether the console and the proxy run, the name is known here, and its certificate is good",
        ),
  ];
}

function ofKeys(config: Config): Finding[] {
  const several = Boolean(config.DATABASE_URL);
  const kept: [string, boolean, string][] = [
    ["SECRET_KEYS", config.SECRET_KEYS.length > 0, "secrets.key"],
    ["COOKIE_SECRETS", config.COOKIE_SECRETS.length > 0, "cookie.secret"],
    ["FILE_LINK_SECRET", Boolean(config.FILE_LINK_SECRET), "file.secret"],
  ];
  const inDirectory = kept.filter(([, isSet]) => !isSet).map(([, , file]) => file);
  if (inDirectory.length === 0) return [ok("keys: in the settings")];
  if (several) {
    const names = kept.filter(([, isSet]) => !isSet).map(([name]) => name);
    return [look(`keys: ${names.join(", ")} are this node's own`, "with a second node set them, the same on each")];
  }
  return [ok(`keys: in the data directory; keep a copy of secrets.key apart from the archives`)];
}

function ofProxy({ HOST, PUBLIC_ORIGINS, TRUST_PROXY, HSTS_SECONDS }: Config): Finding[] {
  const isLocal = ["127.0.0.1", "::1", "localhost"].includes(HOST);
  const found: Finding[] = [];
  if (TRUST_PROXY && !isLocal) {
    found.push(
      look(
        `proxy: ${HOST} is listened on and TRUST_PROXY believes any sender`,
        "let the proxy alone reach this port, or set HOST=127.0.0.1",
      ),
    );
  }
  if (!TRUST_PROXY && isLocal && PUBLIC_ORIGINS.some((origin) => origin.startsWith("https:"))) {
    found.push(wrong("proxy: every visitor counts as one address, the proxy's", "set TRUST_PROXY=1"));
  }
  if (!isLocal && PUBLIC_ORIGINS.length === 0) {
    found.push(wrong("origins: reachable from other machines, and by no host name", "set PUBLIC_ORIGINS=https://…"));
  }
  if (PUBLIC_ORIGINS.some((origin) => origin.startsWith("http:") && !/\/\/(localhost|127\.)/.test(origin))) {
    found.push(
      wrong("origins: passwords cross the network in the clear", "put a proxy with TLS before it (docs/deploy)"),
    );
  }
  if (HSTS_SECONDS === 0 && PUBLIC_ORIGINS.some((origin) => origin.startsWith("https:"))) {
    found.push(look("HSTS is off", "set HSTS_SECONDS=300, and 31536000 after a week without trouble"));
  }
  return found.length > 0 ? found : [ok("proxy and origins fit together")];
}

async function ofBackups(config: Config, now: Date): Promise<Finding> {
  const places = backupPlaces(config.BACKUP_DIR, backupStoreOf(config));
  if (placesOf(places).length === 0) {
    const todo = "set BACKUP_DIR to a directory on another disk, or BACKUP_S3_ENDPOINT to a store";
    return wrong("backups: none are made by themselves", todo);
  }
  const problem = await backupProblem(places, now);
  if (problem) {
    const [says = "", todo = ""] = problem.split(": ", 2);
    return wrong(`backups: ${says}`, todo);
  }
  return ok(`backups: the last one is ${(await lastArchive(places))?.name}`);
}

async function ofPort({ HOST, PORT }: Config): Promise<Finding> {
  const address = `http://${HOST === "0.0.0.0" ? "127.0.0.1" : HOST}:${PORT}`;
  const answer = await fetch(`${address}/version`, { signal: AbortSignal.timeout(3_000) }).then(
    (response) => response.text(),
    () => null,
  );
  if (answer && /^20\d\d\.\d+\.\d+\s*$/.test(answer)) return ok(`port: version ${answer.trim()} answers at ${address}`);
  const isFree = await new Promise<boolean>((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(PORT, HOST, () => server.close(() => resolve(true)));
  });
  return isFree
    ? ok(`port: ${PORT} on ${HOST} is free`)
    : wrong(`port: another program has ${PORT} on ${HOST}`, "set PORT to another one, or stop it");
}

const marks = { ok: "ok   ", look: "look ", wrong: "WRONG" };

export const lineOf = ({ state, says, todo }: Finding) => `${marks[state]} ${says}${todo ? `. To do: ${todo}` : ""}`;
