/** Seals of the audit log: an entry that is changed, removed or added afterwards is found, with whatever rights it was done. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sealInvariants } from "~server/backend/business/platform/audit-seal";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { race } from "~tests/support/race";

let backend: TestBackend;
let now = new Date();
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("2001");
  for (const name of ["甲", "乙", "丙"]) {
    await act(name);
    // A number that a call took and gave up: nothing stands there.
    await backend.sql("select nextval(pg_get_serial_sequence('audit_log', 'id'))");
  }
});
afterAll(() => backend.close());

async function act(name: string): Promise<void> {
  const [row] = await backend.sql<{ id: number; version: number }>(
    "select id::int as id, row_version as version from role where corp_code = '0001' order by id limit 1",
  );
  expect(row).toBeDefined();
  await backend.createUser({ grants: [] });
  await backend.sql(
    `insert into audit_log (corp_code, at, account_id, account_name, method, thing, thing_id, label, after, request_id)
     values ('0001', now(), 1, 'admin', 'roleSave', 'role', $1, $2, '{"name":"x"}', 'r')`,
    [row?.id, name],
  );
}

async function seal() {
  await backend.sql("delete from job where kind = 'sealAudit'");
  await backend.sql("insert into job (corp_code, kind, max_attempts) values ('0001', 'sealAudit', 1)");
  await createWorker({
    ...{ database: backend.database, kinds: allKinds.filter(({ kind }) => kind === "sealAudit"), now: () => now },
  }).step();
  const [job] = await backend.sql<{ state: string; error: string; result: { rows: number; seals: number } | null }>(
    "select state, error, result from job where kind = 'sealAudit'",
  );
  return job;
}
const broken = async () =>
  (await Promise.all(Object.values(sealInvariants).map(({ broken: text }) => backend.sql(text)))).map(
    (rows) => rows.length,
  );
const later = (minutes: number) => {
  now = new Date(Date.now() + minutes * 60_000);
};

test("what is younger than an hour waits: a transaction under way may still take a number before it", async () => {
  expect(await seal()).toMatchObject({ state: "done", result: { rows: 0, seals: 0 } });
});

test("what is older is sealed once, and holds; the next seal goes on where it ended", async () => {
  later(61);
  const first = await seal();
  expect(first).toMatchObject({ state: "done", error: "" });
  expect(first?.result?.rows).toBeGreaterThanOrEqual(3);
  expect(await seal()).toMatchObject({ state: "done", result: { rows: 0, seals: 1 } });
  await act("丁");
  later(61);
  const second = await seal();
  expect([second?.result?.rows, second?.result?.seals]).toEqual([expect.any(Number), 1]);
  expect(second?.result?.rows).toBeGreaterThanOrEqual(1);
  const seals = await backend.sql<{ first: number; last: number }>(
    "select first_id::int as first, last_id::int as last from audit_seal_log where corp_code = '0001' order by id",
  );
  expect(seals).toHaveLength(2);
  expect(seals[1]?.first).toBe(Number(seals[0]?.last) + 1);
  expect(await broken()).toEqual([0, 0]);
});

test("two at once seal once", async () => {
  await act("戊");
  later(61);
  await backend.sql("delete from job where kind = 'sealAudit'");
  await backend.sql("insert into job (corp_code, kind) values ('0001', 'sealAudit'), ('0001', 'sealAudit')");
  await race(backend, 2, () =>
    createWorker({
      ...{ database: backend.database, kinds: allKinds.filter(({ kind }) => kind === "sealAudit"), now: () => now },
    }).step(),
  );
  const doubled = await backend.sql(
    "select first_id from audit_seal_log group by corp_code, first_id having count(*) > 1",
  );
  expect(doubled).toEqual([]);
  expect(await broken()).toEqual([0, 0]);
});

const ways: [what: string, how: string, back: string][] = [
  [
    "changed",
    "update audit_log set label = '改' where label = '乙'",
    "update audit_log set label = '乙' where label = '改'",
  ],
  [
    "changed in its hour",
    "update audit_log set at = at - interval '1 minute' where label = '乙'",
    "update audit_log set at = at + interval '1 minute' where label = '乙'",
  ],
  [
    "removed",
    "create table kept_entry as select * from audit_log where label = '丙'; delete from audit_log where label = '丙'",
    "insert into audit_log select * from kept_entry; drop table kept_entry",
  ],
  [
    "added",
    `insert into audit_log (corp_code, id, at, account_id, account_name, method, thing, thing_id, label, request_id)
     select a.corp_code, a.id + 1, a.at, 9, 'x', 'm', 't', 1, '添', 'r' from audit_log a
     where a.label = '甲' and a.corp_code = '0001'`,
    "delete from audit_log where label = '添'",
  ],
];

test.each(ways)("an entry that is %s is found by the task and by the nightly audit", async (_what, how, back) => {
  await backend.sql(how.includes(";") ? `do $$ begin ${how}; end $$` : how);
  const job = await seal();
  expect(job).toMatchObject({ state: "failed", error: expect.stringContaining("有记录被改动、删除或添加") });
  expect((await broken())[1]).toBe(1);
  await backend.sql(back.includes(";") ? `do $$ begin ${back}; end $$` : back);
  expect(await seal()).toMatchObject({ state: "done" });
});

test("who writes the seal anew breaks the chain", async () => {
  await backend.sql("update audit_log set label = '改' where label = '乙'");
  await backend.sql(`
    update audit_seal_log s
    set sum = (
          select encode(sha256(string_agg(audit_entry_sum(e), ''::bytea order by e.id)), 'hex') from audit_log e
          where e.corp_code = s.corp_code and e.id between s.first_id and s.last_id
        )
    where id = (select min(id) from audit_seal_log where corp_code = '0001')`);
  await backend.sql(`
    update audit_seal_log set chain = encode(sha256(convert_to(sum, 'UTF8')), 'hex')
    where id = (select min(id) from audit_seal_log where corp_code = '0001')`);
  expect((await broken())[0]).toBeGreaterThan(0);
  expect(await seal()).toMatchObject({ state: "failed" });
});

test("the console itself may neither change nor remove an entry or a seal", async () => {
  for (const table of ["audit_log", "audit_seal_log"])
    for (const change of [`delete from ${table}`, `update ${table} set at = now()`])
      await expect(backend.database.tenant("0001", (tx) => tx.execute(change))).rejects.toThrow();
});
