/** Initialising the system: user 1 alone, an archive first that brings all of it back, tables as a first start makes them. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resetState, resetSystem } from "~/contract/platform/reset";
import { dropAside } from "~server/backend/db/aside";
import type { Transaction } from "~server/backend/db/database";
import { ownArchives } from "~server/backend/db/kept-archives";
import { madeAnew, restore } from "~server/backend/db/restore";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { aloneOnServer } from "~tests/support/alone-on-server";
import { adminPassword, openTestBackend, type TestBackend } from "~tests/support/backend";
import { checkInvariants } from "~tests/support/invariants";
import { createPark } from "~tests/support/park";
import { race } from "~tests/support/race";

let next = async () => {};
let backend: TestBackend;
const folder = mkdtempSync(path.join(tmpdir(), "console-reset-"));
beforeAll(async () => {
  next = await aloneOnServer();
}, 600_000);
beforeAll(async () => {
  backend = await openTestBackend();
  const park = await createPark(backend);
  await park.sell();
  await backend.createCorp("2001");
  await backend.sql("update account set name = '陆明' where id = 1");
});
afterAll(async () => {
  await backend.close();
  rmSync(folder, { recursive: true });
  await next();
});

const ask = (phrase = "初始化系统", as = backend.admin) => backend.call(resetSystem, { phrase }, { as });
const count = async (table: string) =>
  (await backend.sql<{ n: number }>(`select count(*)::int as n from "${table}"`))[0]?.n ?? -1;
const worker = () =>
  createWorker({
    ...{ database: backend.database, kinds: allKinds, store: backend.store },
    ownArchives: ownArchives(backend.database, folder),
  });

describe("who may not, and when not", () => {
  test("another administrator, another tenant's, another phrase: refused, and nothing is put in", async () => {
    const other = await backend.createUser({ accType: "11" });
    expect((await ask("初始化系统", other.token)).status).toBe(403);
    expect((await backend.call(resetState, {}, { as: other.token })).status).toBe(403);
    expect((await ask("重置")).errors).toEqual({ phrase: ["请完整输入“初始化系统”"] });
    expect(await backend.sql("select from job where kind = 'resetSystem'")).toEqual([]);
  });

  test("while money stands under retention", async () => {
    await backend.sql("update sys_param set param_option = '0' where param_code = 'retentionTrialDays'");
    await backend.sql("alter table payment disable trigger user");
    await backend.sql("update payment set at = at - interval '2 days'");
    const refused = await ask();
    expect([refused.status, refused.message]).toEqual([409, expect.stringContaining("须保存 30 年")]);
    expect((await backend.call(resetState, {})).data.refusals).toHaveLength(1);
    await backend.sql("update sys_param set param_option = '90' where param_code = 'retentionTrialDays'");
  });
});

test("of two presses at once one puts it in; all is saved, tables are new, the first account keeps its way in; and all comes back", async () => {
  const answers = await race(backend, 3, () => ask());
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  const orders = await count("orders");
  expect(orders).toBeGreaterThan(0);
  await worker().drain();

  const [job] = await backend.sql<{ state: string; error: string; result: { saved: string; rows: number } }>(
    "select state, error, result from job where kind = 'resetSystem'",
  );
  expect(job).toMatchObject({ state: "done", error: "" });
  for (const table of ["orders", "payment", "ticket_type", "park", "tenant", "audit_log"])
    expect([table, await count(table)]).toEqual([table, 0]);
  expect(await backend.sql("select corp_code from corp")).toEqual([{ corp_code: "0001" }]);
  expect(await backend.sql("select id::int, name from account")).toEqual([{ id: 1, name: "陆明" }]);
  expect(await count("holiday")).toBeGreaterThan(0);
  // Who was signed in is out; the password is the one it was.
  expect((await ask()).status).toBe(401);
  const admin = await backend.signIn("admin", adminPassword);
  expect((await backend.call(resetState, {}, { as: admin })).data).toMatchObject({ corps: 1, accounts: 1 });
  // Told once it has ended.
  expect(await backend.sql("select from message where account_id = 1 and matter like 'job-%'")).toHaveLength(1);
  const user = await backend.sql<{ id: number }>(
    "insert into account (corp_code, acc_name, name, acc_type, password_hash, mobile) values ('0001', 'b', 'b', '12', '', '') returning id::int as id",
  );
  expect(user[0]?.id).toBeGreaterThan(1);
  await checkInvariants(backend);
  const policies = await backend.sql("select from pg_policies where schemaname = 'public' and policyname = 'tenant'");
  expect(policies.length).toBeGreaterThan(100);

  expect(await backend.sql("select from pg_namespace where nspname = 'console_before_restore'")).toEqual([]);

  const file = path.join(folder, job?.result.saved ?? "");
  expect(existsSync(file)).toBe(true);
  await restore(backend.database, file, { force: true });
  expect(await count("orders")).toBe(orders);
  expect(await backend.sql("select corp_code from corp order by 1")).toEqual([
    { corp_code: "0001" },
    { corp_code: "2001" },
  ]);
}, 300_000);

test("an archive that cannot be made stops it before anything goes", async () => {
  const admin = await backend.signIn("admin", adminPassword);
  const orders = await count("orders");
  await backend.sql("delete from job where kind = 'resetSystem'");
  expect((await ask("初始化系统", admin)).message).toBe("");
  await createWorker({
    ...{ database: backend.database, kinds: allKinds, store: backend.store },
    ownArchives: ownArchives(backend.database, "/dev/null/nowhere"),
  }).drain();
  const [job] = await backend.sql<{ state: string }>("select state from job where kind = 'resetSystem'");
  expect(job?.state).toBe("failed");
  expect(await count("orders")).toBe(orders);
}, 120_000);

test("its transactions take fewer locks than a server of usual settings has, and what a killed one left goes at the next", async () => {
  const locks = async (tx: Transaction) => {
    const { rows } = await tx.execute<{ n: number }>(
      sql`select count(distinct (locktype, relation, classid, objid))::int as n from pg_locks where pid = pg_backend_pid()`,
    );
    return rows[0]?.n ?? Number.POSITIVE_INFINITY;
  };
  const most: number[] = [];
  await backend.database.system(
    async (tx) => {
      await madeAnew(tx, async () => {});
      most.push(await locks(tx));
    },
    { patience: "none" },
  );
  // As if the process ended before the old tables were dropped.
  const left = () => backend.sql("select from pg_namespace where nspname = 'console_before_restore'");
  expect(await left()).toHaveLength(1);
  await dropAside((work) =>
    backend.database.system(async (tx) => {
      const more = await work(tx);
      most.push(await locks(tx));
      return more;
    }),
  );
  expect(await left()).toEqual([]);
  // max_locks_per_transaction 64 times max_connections 100, as PostgreSQL comes.
  expect(Math.max(...most)).toBeLessThan(64 * 100 * 0.75);
  expect(most.length).toBeGreaterThan(5);
}, 120_000);
