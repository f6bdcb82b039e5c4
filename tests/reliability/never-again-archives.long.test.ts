/** What an operator's drill showed to go wrong with tools and archives, each under the number that it has there. */
import { createHash, randomUUID } from "node:crypto";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, test as every, expect, vi } from "vitest";
import { park as parkResource } from "~/contract/ticket/park";
import { WouldOverwrite } from "~server/backend/db/archive-format";
import { openDatabase } from "~server/backend/db/database";
import { applyMigrations, migrate, NewerDatabase, readMigrations } from "~server/backend/db/migrate";
import { restore } from "~server/backend/db/restore";
import { archiveTo } from "~server/backend/db/spool";
import { verifyArchive } from "~server/backend/db/verify-archive";
import { seedFirstStart } from "~server/backend/first-start";
import { tool } from "~server/backend/tools";
import { version } from "~server/version";
import { openBackendIn, openTestBackend, type TestBackend } from "~tests/support/backend";
import { control } from "~tests/support/empty-database";
import { createPark } from "~tests/support/park";
import { rewrittenTo } from "./rewritten-archive";

const test = every;

/** Where a console has its data; `url` on PostgreSQL alone. */
interface Place {
  dataDir: string;
  url?: string;
}

const server = process.env.TEST_DATABASE_URL ?? "";
const engines = [
  { engine: "the embedded database", onServer: false },
  { engine: `PostgreSQL${server === "" ? " (left out: TEST_DATABASE_URL is not set)" : ""}`, onServer: true },
];

let folder: string;
/** Of a park that has sold, and an archive of it. */
let sold: Place;
let archive: string;
let said: string[];

const undo: (() => Promise<unknown>)[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "console-drill-"));
  sold = { dataDir: path.join(folder, "sold") };
  const backend = await openBackendIn(sold.dataDir);
  const park = await createPark(backend);
  for (let sale = 0; sale < 3; sale += 1) await park.sell();
  await backend.close();
  archive = path.join(folder, "sold.archive");
  said = [];
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
  await on(sold, "backup", archive);
}, 180_000);
beforeEach(() => {
  said = [];
  vi.spyOn(console, "log").mockImplementation((text) => void said.push(String(text)));
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const one of undo.splice(0)) await one();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a tool as an operator would on a data directory, or beside the database at `url`. */
async function on({ dataDir, url = "" }: Place, name: string, ...args: string[]): Promise<number> {
  vi.stubEnv("DATA_DIR", dataDir);
  vi.stubEnv("DATABASE_URL", url);
  return tool(name, args);
}
/** The sentence of a refusal: one line, whatever was in the archive. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error("it was not refused"),
    (problem: Error) => problem,
  );
  expect(error.message).not.toContain("\n");
  expect(error.message.length).toBeLessThan(500);
  return error.message;
}
let names = 0;
const newName = (ending = "") => path.join(folder, `n${++names}${ending}`);
async function newPlace(onServer = false): Promise<Place> {
  if (!onServer) return { dataDir: newName() };
  const name = `console_again_${randomUUID().replaceAll("-", "")}`;
  await control(server, `create database ${name}`);
  undo.push(() => control(server, `drop database if exists ${name} with (force)`));
  return { dataDir: newName(), url: Object.assign(new URL(server), { pathname: `/${name}` }).toString() };
}
const opened = ({ dataDir, url }: Place) => openDatabase(url ? { url, poolSize: 2 } : { dataDir });

/** Every row of every table, and the record of migrations. */
async function everything(place: Place): Promise<string> {
  const database = await opened(place);
  const hash = createHash("sha256");
  const { rows } = await database.pool.query(
    "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
  );
  for (const { name } of rows) {
    const found = await database.pool.query(`select to_jsonb(t)::text as row from "${name}" t order by 1`);
    hash.update(`${name}\n${found.rows.map(({ row }) => row).join("\n")}`);
  }
  await database.close();
  return hash.digest("hex");
}

/** As a version left it that lacks the last migration. */
async function ofVersionBefore(onServer: boolean): Promise<Place> {
  const place = await newPlace(onServer);
  const database = await opened(place);
  await migrate(database, readMigrations().slice(0, -1));
  await seedFirstStart(database, "Admin#2026");
  await database.close();
  return place;
}

const rewritten = (change: (lines: string[]) => string[]) => rewrittenTo(newName(".archive"), archive, change);

describe.each(engines)("1: a tool reads the schema that it finds and never changes it, on $engine", ({ onServer }) => {
  const test = every.skipIf(onServer && server === "");
  test("a backup of the version before leaves it as it was, and its archive says which tables it has", async () => {
    const place = await ofVersionBefore(onServer);
    const before = await everything(place);
    const file = newName(".archive");
    await on(place, "backup", file);
    expect(await everything(place)).toBe(before);
    const [head = ""] = gunzipSync(readFileSync(file)).toString("utf8").split("\n");
    expect(JSON.parse(head).migrations).toHaveLength(readMigrations().length - 1);
    await on(place, "verify", file);
    // Into this version it comes with what has come since.
    const target = await newPlace(onServer);
    await on(target, "restore", file);
    const database = await opened(target);
    const { rows } = await database.pool.query("select count(*)::int as count from schema_migration");
    await database.close();
    expect(rows).toEqual([{ count: readMigrations().length }]);
  }, 300_000);

  test("admin:password says that the data is another version's, and leaves it", async () => {
    const place = await ofVersionBefore(onServer);
    const before = await everything(place);
    expect(await refusal(on(place, "password"))).toMatch(/another version.*Nothing was changed/);
    expect(await everything(place)).toBe(before);
  });
});

describe("3: nothing is saved where nothing is", () => {
  test("a directory that is mistyped or empty is refused, and not made", async () => {
    const [mistyped, file] = [newName(), newName(".archive")];
    expect(await refusal(on({ dataDir: mistyped }, "backup", file))).toContain(`There is no database in ${mistyped}`);
    expect([existsSync(mistyped), existsSync(file), existsSync(`${file}.partial`)]).toEqual([false, false, false]);
    expect(await refusal(on({ dataDir: mistyped }, "password"))).toContain(mistyped);
    expect(existsSync(mistyped)).toBe(false);
  });

  test("a database on which the console never started is refused", async () => {
    const place = await newPlace();
    await (await opened(place)).close();
    expect(await refusal(on(place, "backup", newName(".archive")))).toContain("never started");
  });

  test("what was saved is told: where from, tables, rows, orders, size and time; db:verify says the same", async () => {
    const file = newName(".archive");
    await on(sold, "backup", file);
    const figures = /\d+ tables, [\d,]+ rows, 3 orders, [\d.]+ MB, [\d.]+ s\./;
    expect(said).toEqual([expect.stringMatching(new RegExp(`^Saved ${sold.dataDir} to ${file}: ${figures.source}$`))]);
    await on(sold, "verify", file);
    expect(said[1]).toMatch(figures);
    expect(said[1]).toContain(`by version ${version}`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("db:verify finds rows that a restore would not bring back", async () => {
    const file = rewritten((lines) =>
      lines.map((line) => line.replace('"acc_name":"admin"', '"acc_name":"admin","x":1')),
    );
    expect(await refusal(verifyArchive(file))).toMatch(/restored, the rows of \w+ are not the same/);
  });
});

describe("4: a backup of the embedded database holds nobody up", () => {
  const salesBeside = async (alone: boolean) => {
    const backend = await openBackendIn(newName());
    undo.push(() => backend.close());
    const park = await createPark(backend);
    for (let sale = 0; sale < 5; sale += 1) await park.sell();
    const file = newName(".archive");
    let isDone = false;
    const saved = archiveTo(backend.database, file, { alone }).finally(() => {
      isDone = true;
    });
    // A failure is told by the wait for it below.
    saved.catch(() => {});
    let sales = 0;
    // One at a time, as somebody at a counter: each begins a moment after the one before is answered.
    while (!isDone) {
      await park.sell();
      await new Promise((done) => setTimeout(done, 20));
      if (!isDone) sales += 1;
    }
    await saved;
    const { counts } = await verifyArchive(file);
    return { sales, orders: counts.orders ?? 0 };
  };

  test("sales go on while it reads, and the archive has one moment of them", async () => {
    const { sales, orders } = await salesBeside(false);
    expect(sales).toBeGreaterThan(5);
    expect(orders).toBeGreaterThanOrEqual(5);
    expect(orders).toBeLessThanOrEqual(5 + sales + 1);
  }, 300_000);

  test("read by the session itself they would wait until it is done: the count sees it", async () => {
    expect((await salesBeside(true)).sales).toBeLessThanOrEqual(3);
  }, 300_000);
});

describe("6: a restore replaces nothing unasked", () => {
  let target: TestBackend;
  beforeEach(async () => {
    target = await openTestBackend();
    undo.push(() => target.close());
  });
  const parks = async () => (await target.sql("select id from park")).length;

  test("a first start that was looked at is no loss", async () => {
    await restore(target.database, archive);
    expect(await parks()).toBe(1);
  });

  test.each([
    ["a park", "insert into park (corp_code, code, name) values ('0001', 'A', '甲')", /1 parks/],
    [
      "an account",
      "insert into account (corp_code, acc_name, name, acc_type, password_hash) values ('0001', 'x', 'x', '1', '')",
      /2 accounts/,
    ],
    ["a corp", "insert into corp (corp_code, name) values ('2002', 'B')", /2 corps/],
    ["a file", "insert into stored_file select", /./],
  ])("%s is named, and stays", async (what, statement, words) => {
    if (what === "a file")
      await target.call(parkResource.methods.save, { code: "A", name: "甲", seasons: [] } as never);
    else await target.sql(statement);
    const before = await parks();
    const problem = await restore(target.database, archive).catch((error: Error) => error);
    expect(problem).toBeInstanceOf(WouldOverwrite);
    expect((problem as Error).message).toMatch(words);
    expect(await parks()).toBe(before);
    await restore(target.database, archive, { force: true });
    expect(await parks()).toBe(1);
  });

  test("a restore that fails at its last row leaves every table, policy and index as it was", async () => {
    const shape = () =>
      target.sql(`
        select c.relname, c.relkind, c.relrowsecurity, n.nspname,
               (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
        order by 4, 1
      `);
    const before = await shape();
    const file = rewritten((lines) => {
      const at = lines.findLastIndex((line) => line.startsWith('{"corp_code"') && line.includes('"order_no"'));
      return lines.map((line, place) =>
        place === at ? line.replace(/"corp_code":"\d+"/, '"corp_code":"9999"') : line,
      );
    });
    await expect(restore(target.database, file)).rejects.toThrow();
    expect(await shape()).toEqual(before);
  });

  test("afterwards it has the tables, policies and rights of a migrated one, and nothing is left aside", async () => {
    const shape = () =>
      target.sql(`
        select c.relname, c.relkind, c.relrowsecurity, c.relacl::text, n.nspname,
               (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'v', 'S')
        order by 5, 1
      `);
    const before = await shape();
    await restore(target.database, archive);
    expect(await shape()).toEqual(before);
  });
});

describe("7: an archive that is not whole is refused before anything, in one line without contents", () => {
  const cut = (by: number) => {
    const file = newName(".archive");
    copyFileSync(archive, file);
    truncateSync(file, statSync(file).size - by);
    return file;
  };
  const withTail = (tail: string | Buffer) => {
    const file = newName(".archive");
    copyFileSync(archive, file);
    appendFileSync(file, tail);
    return file;
  };
  const written = (text: string) => {
    const file = newName(".archive");
    writeFileSync(file, text);
    return file;
  };
  const damages: [string, () => string, RegExp][] = [
    ["its last byte is missing", () => cut(1), /its end is missing/],
    ["its tail is missing", () => cut(400), /its end is missing/],
    ["garbage follows it", () => withTail("garbage"), /not as it was written|behind its end/],
    ["zeros follow it", () => withTail(Buffer.alloc(512)), /behind its end/],
    ["another archive follows it", () => withTail(readFileSync(archive)), /behind its end/],
    ["it is empty", () => written(""), /no archive/],
    ["it is a text", () => written("hello"), /no archive/],
    ["it is not there", () => newName(), /There is no file/],
  ];
  test.each(damages)("%s", async (_, make, words) => {
    const file = make();
    const target = await newPlace();
    expect(await refusal(on(target, "restore", file))).toMatch(words);
    // Not even a directory was made.
    expect(existsSync(target.dataDir)).toBe(false);
    expect(await refusal(on(target, "verify", file))).toMatch(words);
  });

  test.skipIf(server === "").each(damages)(
    "%s: on PostgreSQL too, where no table is made (left out without TEST_DATABASE_URL)",
    async (_, make, words) => {
      const target = await newPlace(true);
      expect(await refusal(on(target, "restore", make()))).toMatch(words);
      const database = await opened(target);
      const { rows } = await database.pool.query("select from pg_tables where schemaname = 'public'");
      await database.close();
      expect(rows).toEqual([]);
    },
  );

  test("rows that do not fit are told by their table alone", async () => {
    const file = rewritten((lines) => lines.map((line) => line.replace(/"quantity":\d+/, '"quantity":"13800001234"')));
    const message = await refusal(on(await newPlace(), "restore", file));
    expect(message).toMatch(/The rows of \w+ do not fit its table \(SQLSTATE \w+\)/);
    expect(message).not.toContain("13800001234");
  });

  test("a table that the console does not know is refused", async () => {
    const file = rewritten((lines) => lines.map((line) => line.replace('{"table":"park"}', '{"table":"foreign_one"}')));
    expect(await refusal(on(await newPlace(), "restore", file))).toContain("foreign_one");
  });
});

describe("9: versions are named", () => {
  test("an archive of a newer version is refused by its number and ours", async () => {
    const file = rewritten(([head = "", ...lines]) => {
      const { migrations, ...rest } = JSON.parse(head);
      const newer = [...migrations, { name: "9999_later.sql", checksum: "x" }];
      return [JSON.stringify({ ...rest, product: "2031.1.1", migrations: newer }), ...lines];
    });
    const target = await newPlace();
    expect(await refusal(on(target, "restore", file))).toContain(
      `made by version 2031.1.1; this is version ${version}`,
    );
    expect(existsSync(target.dataDir)).toBe(false);
  });

  test("data of a newer version is refused by its number and ours", async () => {
    const database = await openDatabase({ memory: true });
    undo.push(() => database.close());
    await database.system((tx) => applyMigrations(tx, readMigrations()));
    await database.pool.query(
      "insert into schema_migration (name, checksum, product) values ('9999_later.sql', 'x', '2031.1.1')",
    );
    const message = await refusal(migrate(database));
    expect(message).toContain("2031.1.1");
    expect(message).toContain(`this is version ${version}`);
    await expect(migrate(database)).rejects.toThrow(NewerDatabase);
  });

  test("the archive says which version made it", () => {
    const [head = ""] = gunzipSync(readFileSync(archive)).toString("utf8").split("\n");
    expect(JSON.parse(head)).toMatchObject({ version: 2, product: version });
    expect(readdirSync(folder).some((name) => name.endsWith(".partial"))).toBe(false);
  });
});
