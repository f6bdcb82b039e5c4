/** Copies of the sealed audit log: off the machine, whole, written once, and told where they are late. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { systemHealth } from "~/contract/platform/health";
import { type AuditPlace, auditPlaces } from "~server/backend/db/audit-places";
import { createWorker } from "~server/backend/jobs/worker";
import { allKinds } from "~server/backend/served";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { openBucket } from "~tests/support/bucket";

let backend: TestBackend;
let now = new Date();
let directory: string;
beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("2001");
});
afterAll(() => backend.close());
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), "audit-copies-"));
  return () => rmSync(directory, { recursive: true, force: true });
});

const act = (corp: string, label: string) =>
  backend.sql(
    `insert into audit_log (corp_code, at, account_id, account_name, method, thing, thing_id, label, after, request_id)
     values ($1, now(), 1, 'admin', 'roleSave', 'role', 1, $2, '{"name":"x"}', 'r')`,
    [corp, label],
  );

async function run(kind: string, corp: string, places: readonly AuditPlace[] = []) {
  await backend.sql("delete from job where kind = $1", [kind]);
  await backend.sql("insert into job (corp_code, kind, max_attempts) values ($1, $2, 1)", [corp, kind]);
  const kinds = allKinds.filter((one) => one.kind === kind);
  await createWorker({ database: backend.database, kinds, auditPlaces: places, now: () => now }).step();
  const [job] = await backend.sql<{ state: string; error: string; result: Record<string, unknown> }>(
    "select state, error, result from job where kind = $1",
    [kind],
  );
  return job;
}

/** Something happens, and is sealed an hour later. */
async function sealed(corp: string, label: string) {
  await act(corp, label);
  now = new Date(Date.now() + 2 * 3_600_000);
  await run("sealAudit", corp);
}

const copies = (corp: string) => {
  const folder = path.join(directory, "audit", corp);
  return readdirSync(folder)
    .sort()
    .map((name) => ({ name, file: path.join(folder, name) }));
};
const linesOf = (file: string) =>
  gunzipSync(readFileSync(file))
    .toString("utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
const places = () => auditPlaces(directory, undefined);

test("16 each sealed part is a file with its entries and its link of the chain, once, of its corp alone", async () => {
  await sealed("0001", "甲");
  await sealed("2001", "乙");
  const job = await run("copyAudit", "0001", places());
  expect([job?.state, job?.error ?? ""]).toEqual(["done", ""]);
  const seals = await backend.sql<{ chain: string; sum: string; entries: number }>(
    "select chain, sum, entries from audit_seal_log where corp_code = '0001' order by id",
  );
  const kept = copies("0001");
  expect(kept).toHaveLength(seals.length);
  for (const [place, { file, name }] of kept.entries()) {
    const [head, ...entries] = linesOf(file);
    expect(head).toMatchObject({ corp: "0001", ...seals[place] });
    expect(name).toContain(String(seals[place]?.chain).slice(0, 16));
    expect(entries).toHaveLength(seals[place]?.entries ?? -1);
    expect(new Set(entries.map(({ corp_code }) => corp_code))).toEqual(new Set(["0001"]));
  }
  expect(JSON.stringify(linesOf(kept.at(-1)?.file ?? ""))).toContain("甲");
  expect(readdirSync(path.join(directory, "audit"))).toEqual(["0001"]);
  const before = kept.map(({ file }) => readFileSync(file).toString("hex"));
  expect((await run("copyAudit", "0001", places()))?.result).toMatchObject({ rows: 0 });
  await sealed("0001", "丙");
  expect((await run("copyAudit", "0001", places()))?.result).toMatchObject({ rows: 1 });
  expect(
    copies("0001")
      .slice(0, -1)
      .map(({ file }) => readFileSync(file).toString("hex")),
  ).toEqual(before);
});

test("16 a run that was killed after the file and before its note goes on with the file that is there", async () => {
  await sealed("2001", "丁");
  await run("copyAudit", "2001", places());
  const before = copies("2001").map(({ file }) => readFileSync(file).toString("hex"));
  await backend.sql("delete from audit_copy_log where corp_code = '2001'");
  expect((await run("copyAudit", "2001", places()))?.state).toBe("done");
  expect(copies("2001").map(({ file }) => readFileSync(file).toString("hex"))).toEqual(before);
});

test("16 a file of that name that is no copy of it is neither taken for one nor written over", async () => {
  await sealed("0001", "戊");
  const [seal] = await backend.sql<{ id: number; chain: string }>(
    "select id::int as id, chain from audit_seal_log where corp_code = '0001' order by id desc limit 1",
  );
  const folder = path.join(directory, "audit", "0001");
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${String(seal?.id).padStart(10, "0")}-${seal?.chain.slice(0, 16)}.jsonl.gz`);
  const forged = gzipSync('{"corp":"0001"}\n');
  writeFileSync(file, forged);
  const job = await run("copyAudit", "0001", places());
  expect(job?.state).toBe("failed");
  expect(job?.error).toContain("不是这段日志的副本");
  expect(readFileSync(file).equals(forged)).toBe(true);
  rmSync(file);
  expect((await run("copyAudit", "0001", places()))?.state).toBe("done");
});

test("16 entries that are gone after they were sealed are not copied as if they were whole", async () => {
  await sealed("0001", "己");
  await backend.sql("delete from audit_log where corp_code = '0001' and label = '己'");
  const job = await run("copyAudit", "0001", places());
  expect([job?.state, job?.error]).toEqual(["failed", expect.stringContaining("条数不符")]);
  await backend.sql(
    "delete from audit_seal_log where id = (select max(id) from audit_seal_log where corp_code = '0001')",
  );
});

test("16 a place that is away, or gives back another thing, leaves the part for the next run", async () => {
  await sealed("0001", "庚");
  const liar: AuditPlace = { shown: "liar", keep: async () => new Uint8Array([1, 2, 3]) };
  const away = auditPlaces(path.join(directory, "not-mounted"), undefined);
  for (const bad of [[...places(), liar], away]) {
    expect((await run("copyAudit", "0001", bad))?.state).toBe("failed");
    const [noted] = await backend.sql<{ n: number }>(
      `select count(*)::int as n from audit_copy_log c
       where c.seal_id = (select max(id) from audit_seal_log where corp_code = '0001') and c.corp_code = '0001'`,
    );
    expect(noted?.n).toBe(0);
  }
  expect((await run("copyAudit", "0001", places()))?.state).toBe("done");
  // Nobody named a place: that is said, and nothing is noted.
  await sealed("0001", "辛");
  expect((await run("copyAudit", "0001"))?.result).toMatchObject({ rows: 0, nowhere: true });
});

test("16 a bucket has the same file as the directory beside it; what it spoils or refuses is no copy, what is there stays", async () => {
  const bucket = await openBucket();
  const store = { endpoint: bucket.endpoint, bucket: "backups", region: "eu", accessKey: "a", secretKey: "b" };
  const both = () => auditPlaces(directory, store);
  const notes = async () =>
    (await backend.sql("select from audit_copy_log c join audit_seal_log s using (corp_code) where c.seal_id = s.id"))
      .length;
  try {
    // What was sealed before has no place here: this test looks at one part alone.
    expect((await run("copyAudit", "2001", places()))?.state).toBe("done");
    rmSync(path.join(directory, "audit"), { recursive: true, force: true });
    await sealed("2001", "壬");
    const before = await notes();
    for (const bad of [(bytes: Buffer) => Buffer.concat([bytes, Buffer.from("x")]), () => null]) {
      bucket.spoil(bad);
      expect((await run("copyAudit", "2001", both()))?.state).toBe("failed");
      expect(await notes()).toBe(before);
      bucket.spoil(null);
      bucket.files.clear();
    }
    expect(await run("copyAudit", "2001", both())).toMatchObject({ state: "done", result: { rows: 1 } });
    expect(await notes()).toBe(before + 1);
    const [copied] = copies("2001");
    const key = `audit/2001/${copied?.name}`;
    expect([...bucket.files.keys()]).toEqual([key]);
    expect(bucket.files.get(key)).toEqual(readFileSync(copied?.file ?? ""));
    expect(linesOf(copied?.file ?? "")).toContainEqual(expect.objectContaining({ label: "壬" }));

    // Another file of that name at the store is neither taken for the copy nor written over.
    await backend.sql("delete from audit_copy_log where corp_code = '2001' and name = $1", [key]);
    bucket.files.set(key, Buffer.from("another"));
    const job = await run("copyAudit", "2001", both());
    expect([job?.state, job?.error]).toEqual(["failed", expect.stringContaining(key)]);
    expect(bucket.files.get(key)?.toString()).toBe("another");
  } finally {
    await bucket.close();
  }
});

test("16 health names parts that are late, where copies have a place; with the copy it is well again", async () => {
  backend.setNow(new Date());
  const finding = async () =>
    (await backend.call(systemHealth, {})).data.findings.find(({ topic }) => topic === "审计副本");
  expect(await finding()).toBeUndefined();
  await backend.sql(
    `insert into console_node (id, host, pid, version, started_at, seen_at, connections, most_connections, waiting, disk_free,
       backup_places, backup_problem)
     values (gen_random_uuid(), 'here', 1, '1', now(), now(), 1, 10, 0, 1e12, '/backups', '')`,
  );
  await backend.sql("update audit_seal_log set at = now() where corp_code = '0001'");
  expect((await finding())?.state).toBe("ok");
  await backend.sql(
    "update audit_seal_log set at = now() - interval '31 hours' where id = (select max(id) from audit_seal_log where corp_code = '0001')",
  );
  expect(await finding()).toMatchObject({ state: "wrong", says: expect.stringContaining("1 段") });
  expect((await run("copyAudit", "0001", places()))?.state).toBe("done");
  expect((await finding())?.state).toBe("ok");
});
