/** A backend of its own for each test: fresh, migrated, seeded; on PGlite, or on PostgreSQL with TEST_DATABASE_URL. */
import { randomUUID } from "node:crypto";
import md5 from "md5";
import type { z } from "zod";
import type { Method, PayloadOf } from "~/contract/method";
import { login } from "~/contract/platform/session";
import { defaultPaths, encodePayload, headOffice, sessionIdHeader, tokenHeader } from "~/contract/wire";
import { type Backend, createBackend } from "~server/backend/app";
import { hashPassword } from "~server/backend/business/platform/password";
import { type Database, openDatabase } from "~server/backend/db/database";
import { createCorp } from "~server/backend/first-start";
import type { Served } from "~server/backend/kernel/served";
import type { TextMessage } from "~server/backend/kernel/text-message";
import { signVisitor, visitorHeader } from "~server/visitor";
import { checkLedger } from "./invariants";
import { MemoryStore } from "./memory-store";
import { adminPassword, freshDatabase, prepare } from "./prepared-database";
import { secretsOfTests } from "./secrets";

export const visitorKey = "a-key-of-the-tests";
export { adminPassword, secretsOfTests };

export interface Reply<A = unknown> {
  status: number;
  success: boolean;
  code: number;
  message: string;
  data: A;
  errors?: Record<string, string[]>;
  facts?: Record<string, string | number>;
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
    /** Parks that it is bound to. */
    parks?: readonly number[];
  }): Promise<{ token: string; id: number; accName: string }>;
  /** Calls as the administrator; the id of what was saved. Throws with the refusal's words where it was refused. */
  saved(method: Method, fields: Record<string, unknown>): Promise<number>;
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

/** Of each backend that is open: looks whether money moved without the ledger since it last looked. */
const openBackends = new Set<() => Promise<void>>();

/** After every test, by `look-at-money.ts`: no test can forget it. */
export async function lookAtMoneyOfOpenBackends(): Promise<void> {
  for (const look of openBackends) await look();
}

/** As the console's client reads an answer: one of another shape than agreed fails the test that got it. */
function asAgreed(method: Method, data: unknown): unknown {
  const result = method.answer.safeParse(data);
  if (result.success) return result.data;
  throw new Error(`${method.name} answered what its contract does not say: ${result.error.message}`);
}

let passwordHash: Promise<string> | undefined;

interface Opened {
  /** Orders are written by hand without payments, e.g. many for a plan: their money is not looked at. */
  moneyMadeUp?: boolean;
  /** What the backend serves, where it is not everything. */
  served?: Served[];
}

export async function openTestBackend(options: Opened = {}): Promise<TestBackend> {
  const { database, drop } = await freshDatabase();
  return backendOver(database, drop, options);
}

/** A backend over a database in a directory, brought up to date as a first start does it. */
export async function openBackendIn(dataDir: string, shareSyncs = false): Promise<TestBackend> {
  const database = await openDatabase({ dataDir, shareSyncs });
  await prepare(database);
  return backendOver(database, async () => {});
}

async function backendOver(
  database: Database,
  drop: () => Promise<void>,
  { moneyMadeUp = false, served }: Opened = {},
): Promise<TestBackend> {
  let mayHaveWritten = false;
  let clock: Date | null = null;
  const texts: TextMessage[] = [];
  const store = new MemoryStore();
  const now = () => clock ?? new Date();
  const app = createBackend({
    database,
    now,
    secrets: secretsOfTests,
    visitorKey,
    files: { store, secret: "a-secret-of-the-tests" },
    texts: { needsMobile: true, send: async (text) => void texts.push(text) },
    ...(served && { served }),
  });

  const post: TestBackend["post"] = async (path, fields, headers = {}) => {
    mayHaveWritten = true;
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
      // What a payload says of the visitor is what the console of these tests signs.
      const { clientAddress: address = "", userAgent: device = "" } = payload as Record<string, string>;
      if (address !== "" || device !== "") {
        headers["x-request-id"] = randomUUID();
        headers[visitorHeader] = signVisitor(visitorKey, { address, device }, headers["x-request-id"]);
      }
      if (options.language) headers["accept-language"] = options.language;
      const path = defaultPaths[method.business];
      const head: Record<string, unknown> = {
        method: method.name,
        ...(options.corpCode && { corpCode: options.corpCode }),
      };
      const body = { ...head, ...(payload as Record<string, unknown>) };
      const reply =
        method.business === "offline"
          ? await post(path, JSON.stringify(body), { ...headers, "content-type": "application/json" })
          : await post(path, encodePayload(body), headers);
      return (reply.success ? { ...reply, data: asAgreed(method, reply.data) } : reply) as never;
    };
  const signIn: TestBackend["signIn"] = async (accName, password, corpCode = headOffice) => {
    const reply = await callAs("")(login, { accName, password: md5(password), corpCode });
    if (!reply.success) throw new Error(`${accName} could not sign in: ${reply.message}`);
    return reply.data.tokenInfo.token;
  };
  const rowsOf: TestBackend["sql"] = async (text, values = []) => (await database.pool.query(text, values)).rows;
  const sql: TestBackend["sql"] = (text, values) => {
    mayHaveWritten = true;
    return rowsOf(text, values);
  };
  const lookAtMoney = async () => {
    if (!mayHaveWritten || moneyMadeUp) return;
    mayHaveWritten = false;
    await checkLedger({ sql: rowsOf });
  };
  openBackends.add(lookAtMoney);

  const createUser: TestBackend["createUser"] = async ({
    grants = [],
    roles = [],
    corpCode = headOffice,
    accType = "1",
    parks = [],
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
      const parts = grants.map((grant) => grant.split("/"));
      await sql(
        `insert into role_grant select $1, $2, fun, button from unnest($3::text[], $4::text[]) g (fun, button)
         on conflict do nothing`,
        [corpCode, role?.id, parts.map(([fun = ""]) => fun), parts.map(([, button = ""]) => button)],
      );
    }
    for (const park of parks) await sql("insert into account_park values ($1, $2, $3)", [corpCode, id, park]);
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
    async saved(method, fields) {
      const { success, message, errors, data } = await callAs(admin)(method, fields as never);
      if (!success) throw new Error(`${method.name}: ${message} ${JSON.stringify(errors ?? {})}`);
      return (data as { id: number }).id;
    },
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
      openBackends.delete(lookAtMoney);
      try {
        await lookAtMoney();
      } finally {
        await database.close();
        await drop();
      }
    },
  };
}
