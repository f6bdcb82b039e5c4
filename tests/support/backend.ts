/** A backend of its own for each test: fresh, migrated, seeded; on PGlite, or on PostgreSQL with TEST_DATABASE_URL. */
import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import md5 from "md5";
import pg from "pg";
import type { z } from "zod";
import type { Method, PayloadOf } from "~/contract/method";
import { login } from "~/contract/platform/session";
import { defaultPaths, encodePayload, headOffice, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { type Backend, createBackend } from "~server/backend/app";
import { type Database, openDatabase } from "~server/backend/db/database";
import { migrate } from "~server/backend/db/migrate";
import { makeListIndexes } from "~server/backend/kernel/list-indexes";
import { SecretBox } from "~server/backend/kernel/secret-box";
import type { TextMessage } from "~server/backend/kernel/text-message";
import { hashPassword } from "~server/backend/platform/password";
import { createCorp, seedFirstStart } from "~server/backend/seed/first-start";
import { listsServed } from "~server/backend/served";
import { MemoryStore } from "./memory-store";

/** Seals what the tests keep; another backend with it opens the same. */
export const secretsOfTests = new SecretBox(["a-key-of-the-tests"]);
export const adminPassword = "Admin#2026";

export interface Reply<A = unknown> {
  status: number;
  success: boolean;
  code: number;
  message: string;
  data: A;
  errors?: Record<string, string[]>;
}

interface CallOptions {
  /** A token, or nobody. */
  as?: string;
  corpCode?: string;
  language?: string;
  /** Of the browser session. */
  sessionId?: string;
}

export interface TestBackend {
  app: Backend;
  database: Database;
  /** Calls as the administrator unless told otherwise. */
  call<M extends Method>(
    method: M,
    payload: PayloadOf<M>,
    options?: CallOptions,
  ): Promise<Reply<z.output<M["answer"]>>>;
  /** Posts fields as they are. */
  post(path: string, fields: [string, string][] | string, headers?: Record<string, string>): Promise<Reply>;
  /** Token of the administrator of head office. */
  admin: string;
  signIn(accName: string, password: string, corpCode?: string): Promise<string>;
  /** An account with rights (function codes and `fun/button` pairs); answers its token and id. */
  createUser(options: {
    grants?: string[];
    roles?: string[];
    corpCode?: string;
    accType?: string;
  }): Promise<{ token: string; id: number; accName: string }>;
  /** Another tenant with an administrator; answers the administrator's token. */
  createCorp(code: string): Promise<string>;
  /** Rows of a statement, as the owner. */
  sql<R = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  /** Bytes of uploaded files by key. */
  store: MemoryStore;
  /** Text messages that went out. */
  texts: TextMessage[];
  /** Sets the clock. */
  setNow(moment: Date | null): void;
  close(): Promise<void>;
}

let template: Promise<Blob> | undefined;
let passwordHash: Promise<string> | undefined;

async function prepare(database: Database): Promise<void> {
  await migrate(database);
  await database.system((tx) => makeListIndexes(tx, listsServed));
  await seedFirstStart(database, adminPassword);
}

async function fresh(): Promise<{ database: Database; drop: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return onPostgres(url);
  template ??= embeddedTemplate();
  return { database: await openDatabase({ memory: true, template: await template }), drop: async () => {} };
}

const templates = new URL("../../.cache/test-template/", import.meta.url);

/** Made by the first worker that asks, for these sources, and kept as a file: making one takes as long as many a test file. */
async function embeddedTemplate(): Promise<Blob> {
  const file = new URL(`${await sourcesHash()}.tar`, templates);
  await mkdir(templates, { recursive: true });
  const known = await read(file);
  if (known) return known;
  // Made side by side by two workers it would be the same: the second file takes the first one's place.
  const database = await openDatabase({ memory: true });
  await prepare(database);
  const dump = await database.dump();
  await database.close();
  const making = new URL(`making-${randomUUID()}`, templates);
  await writeFile(making, Buffer.from(await dump.arrayBuffer()));
  for (const old of await readdir(templates)) {
    if (old.endsWith(".tar")) await rm(new URL(old, templates), { force: true });
  }
  await rename(making, file);
  return dump;
}

async function read(file: URL): Promise<Blob | null> {
  try {
    return new Blob([await readFile(file)]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

let postgresReady: Promise<string> | undefined;

async function onPostgres(url: string): Promise<{ database: Database; drop: () => Promise<void> }> {
  postgresReady ??= postgresTemplate(url);
  const name = `console_test_${randomUUID().replaceAll("-", "")}`;
  await control(url, `create database ${name} template ${await postgresReady}`);
  return {
    database: await openDatabase({ url: databaseOf(url, name) }),
    drop: () => control(url, `drop database ${name} with (force)`),
  };
}

/** What a test wrote need not outlive the machine: commits do not wait for the disk. */
function databaseOf(url: string, name: string): string {
  const own = Object.assign(new URL(url), { pathname: `/${name}` });
  own.searchParams.set("options", "-c synchronous_commit=off");
  return own.toString();
}

async function control(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/** Made by the first worker that asks, for these sources; the templates of older ones go. */
async function postgresTemplate(url: string): Promise<string> {
  const name = `console_template_${await sourcesHash()}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("select pg_advisory_lock(7310043)");
    const { rows } = await client.query<{ datname: string }>(
      "select datname from pg_database where datname like 'console\\_template\\_%'",
    );
    if (rows.some(({ datname }) => datname === name)) return name;
    for (const { datname } of rows) await client.query(`drop database "${datname}" with (force)`);
    const building = `console_template_under_way`;
    await client.query(`create database ${building}`);
    const database = await openDatabase({ url: databaseOf(url, building) });
    await prepare(database).finally(() => database.close());
    await client.query(`alter database ${building} rename to ${name}`);
    return name;
  } finally {
    await client.end();
  }
}

/** Of everything that a prepared database is made from: statements, seeds, and what the contract declares of lists. */
async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256").update(adminPassword);
  for (const folder of ["../../server/backend/", "../../app/contract/"]) {
    const directory = new URL(folder, import.meta.url);
    for (const file of (await readdir(directory, { recursive: true })).sort()) {
      if (/\.(ts|sql)$/.test(file)) hash.update(file).update(await readFile(new URL(file, directory)));
    }
  }
  return hash.digest("hex").slice(0, 16);
}

export async function openTestBackend(): Promise<TestBackend> {
  const { database, drop } = await fresh();
  return backendOver(database, drop);
}

/** A backend over a database in a directory, brought up to date as a first start does it. */
export async function openBackendIn(dataDir: string): Promise<TestBackend> {
  const database = await openDatabase({ dataDir });
  await prepare(database);
  return backendOver(database, async () => {});
}

async function backendOver(database: Database, drop: () => Promise<void>): Promise<TestBackend> {
  let clock: Date | null = null;
  const texts: TextMessage[] = [];
  const store = new MemoryStore();
  const now = () => clock ?? new Date();
  const app = createBackend({
    database,
    now,
    secrets: secretsOfTests,
    files: { store, secret: "a-secret-of-the-tests" },
    texts: { needsMobile: true, send: async (text) => void texts.push(text) },
  });

  const post: TestBackend["post"] = async (path, fields, headers = {}) => {
    const body = typeof fields === "string" ? fields : new URLSearchParams(fields).toString();
    const response = await app.request(path, {
      method: "POST",
      body,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    });
    return { status: response.status, ...((await response.json()) as Omit<Reply, "status">) };
  };
  const callAs = (token: string): TestBackend["call"] =>
    async function call(method, payload, options = {}) {
      const headers: Record<string, string> = { [tokenHeader]: options.as ?? token };
      if (options.sessionId) headers[sessionIdHeader] = options.sessionId;
      if (options.language) headers["accept-language"] = options.language;
      const path = defaultPaths[method.business];
      const head: Record<string, unknown> = {
        method: method.name,
        ...(options.corpCode && { corpCode: options.corpCode }),
      };
      const body = { ...head, ...(payload as Record<string, unknown>) };
      if (method.business === "offline") {
        return (await post(path, JSON.stringify(body), { ...headers, "content-type": "application/json" })) as never;
      }
      return (await post(path, encodePayload(body), headers)) as never;
    };
  const signIn: TestBackend["signIn"] = async (accName, password, corpCode = headOffice) => {
    const reply = await callAs("")(login, { accName, password: md5(password), corpCode });
    if (!reply.success) throw new Error(`${accName} could not sign in: ${reply.message}`);
    return reply.data.tokenInfo.token;
  };
  const sql: TestBackend["sql"] = async (text, values = []) => (await database.pool.query(text, values)).rows;

  const createUser: TestBackend["createUser"] = async ({
    grants = [],
    roles = [],
    corpCode = headOffice,
    accType = "1",
  }) => {
    passwordHash ??= hashPassword(adminPassword);
    const accName = `u${randomUUID().slice(0, 8)}`;
    const [account] = await sql<{ id: number }>(
      "insert into account (corp_code, acc_name, name, acc_type, password_hash) values ($1, $2, $3, $4, $5) returning id",
      [corpCode, accName, `员工${accName}`, accType, await passwordHash],
    );
    const id = account?.id ?? 0;
    for (const code of roles) {
      await sql("insert into account_role select corp_code, $2, id from role where corp_code = $1 and code = $3", [
        corpCode,
        id,
        code,
      ]);
    }
    if (grants.length > 0) {
      const [role] = await sql<{ id: number }>(
        "insert into role (corp_code, code, name) values ($1, $2, $2) returning id",
        [corpCode, accName],
      );
      await sql("insert into account_role values ($1, $2, $3)", [corpCode, id, role?.id]);
      for (const grant of grants) {
        const [fun = "", button = ""] = grant.split("/");
        await sql("insert into role_grant values ($1, $2, $3, $4) on conflict do nothing", [
          corpCode,
          role?.id,
          fun,
          button,
        ]);
      }
    }
    return { token: await signIn(accName, adminPassword, corpCode), id, accName };
  };

  const admin = await signIn("admin", adminPassword);
  return {
    app,
    database,
    call: callAs(admin),
    post,
    admin,
    signIn,
    createUser,
    async createCorp(code) {
      await database.system((tx) => createCorp(tx, code, `租户${code}`));
      return (await createUser({ corpCode: code, accType: "11" })).token;
    },
    sql,
    texts,
    store,
    setNow(moment) {
      clock = moment;
    },
    async close() {
      await database.close();
      await drop();
    },
  };
}
