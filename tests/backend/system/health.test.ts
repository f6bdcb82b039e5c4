/** The health page of head office: sentences on what is wrong, for nobody else; sums, and no tenant's rows. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { systemHealth } from "~/contract/platform/health";
import { backupPlaces } from "~server/backend/db/kept-archives";
import { tablesInOrder } from "~server/backend/db/tables-in-order";
import { keepNodeRow } from "~server/backend/node-row";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { createPark, type TestPark } from "~tests/support/park";
import { bind } from "~tests/support/two-parks";

let backend: TestBackend;
let park: TestPark;
let tenant: string;
beforeAll(async () => {
  backend = await openTestBackend();
  park = await createPark(backend);
  backend.setNow(null);
  tenant = await backend.createCorp("6105");
});
afterAll(() => backend.close());
beforeEach(() => backend.sql("delete from console_node"));

async function runs(host: string, own: Record<string, string | number> = {}) {
  const row = {
    ...{ id: crypto.randomUUID(), host, pid: 7, version: "2026.11.1", connections: 2, most_connections: 10 },
    ...{ waiting: 0, disk_free: 9e9, backup_places: "/backups", backup_problem: "", seen_at: "now" },
    ...own,
  };
  const names = Object.keys(row);
  await backend.sql(
    `insert into console_node (${names.join()}) values (${names.map((_, place) => `$${place + 1}`).join()})`,
    Object.values(row),
  );
}
const findings = async () => (await backend.call(systemHealth, {})).data.findings;
const about = async (word: string) => (await findings()).filter(({ says }) => says.includes(word));

describe("who may read it", () => {
  test("head office with the right alone: no tenant, not even its administrator, and nobody who is bound to parks", async () => {
    const { status } = await backend.call(systemHealth, {});
    expect(status).toBe(200);
    expect((await backend.call(systemHealth, {}, { as: tenant, corpCode: "6105" })).status).toBe(403);
    const granted = await backend.createUser({ grants: ["systemHealth"], corpCode: "6105" });
    expect((await backend.call(systemHealth, {}, { as: granted.token, corpCode: "6105" })).status).toBe(403);
    const without = await backend.createUser({ grants: ["auditList"] });
    expect((await backend.call(systemHealth, {}, { as: without.token })).status).toBe(403);
    const bound = await backend.createUser({ grants: ["systemHealth"] });
    expect((await backend.call(systemHealth, {}, { as: bound.token })).status).toBe(200);
    await bind(backend, bound.id, [park.parkId]);
    expect((await backend.call(systemHealth, {}, { as: bound.token })).status).toBe(403);
  });
});

describe("what it says", () => {
  test("what is wrong stands first, each with what to do; of each matter something is said", async () => {
    await runs("one");
    const all = await findings();
    expect(new Set(all.map(({ topic }) => topic)).size).toBe(9);
    const states = all.map(({ state }) => state);
    expect(states).toEqual([...states].sort((a, b) => "wrong look ok".indexOf(a) - "wrong look ok".indexOf(b)));
    for (const { state, todo } of all) expect(todo !== "").toBe(state !== "ok");
  });

  test("backups: nowhere, a place that is away, late, failed, and a good one", async () => {
    await runs("one", { backup_places: "" });
    expect(await about("没有自动备份")).toHaveLength(1);
    await backend.sql("update console_node set backup_places = '/backups', backup_problem = 'place'");
    expect(await about("/backups 无法访问")).toHaveLength(1);
    await backend.sql("update console_node set backup_problem = ''");
    expect(await about("还没有任何备份")).toHaveLength(1);
    const ended = (state: string, hours: number, saved: string) =>
      backend.sql(
        `insert into job (corp_code, kind, state, result, created_at, finished_at)
         values ('0001', 'backup', $1, $2, now(), now() - make_interval(hours => $3))`,
        [state, JSON.stringify({ saved, rows: 9, orders: 1204, megabytes: 3 }), hours],
      );
    await ended("done", 30, "an-archive");
    const [late] = await about("1204 笔订单");
    expect(late).toMatchObject({ state: "wrong", link: "/schedule/taskList" });
    await ended("done", 2, "an-archive");
    expect((await about("1204 笔订单"))[0]).toMatchObject({ state: "ok" });
    await ended("failed", 1, "");
    expect((await about("最近一次备份失败"))[0]).toMatchObject({ state: "wrong" });
    await backend.sql("delete from job where kind = 'backup'");
  });

  test("a full disk, a node that fell silent, two versions, calls that wait", async () => {
    await runs("small", { disk_free: 1e8 });
    await runs("new", { version: "2026.12.1", waiting: 9 });
    await runs("gone", { seen_at: "2020-01-01" });
    expect((await about("small"))[0]).toMatchObject({ state: "wrong" });
    expect((await about("gone (7)"))[0]).toMatchObject({ state: "look" });
    expect(await about("2026.11.1, 2026.12.1")).toHaveLength(1);
    expect(await about("9 个请求")).toHaveLength(1);
  });

  test("jobs that wait and fail, sign-ins that are refused, gates that fell silent: of all tenants, in sums", async () => {
    await runs("one");
    await backend.sql(
      `insert into job (corp_code, kind, state, run_at, finished_at)
       values ('6105', 'export', 'waiting', now() - interval '40 minutes', null),
              ('6105', 'export', 'failed', now(), now())`,
    );
    expect((await about("等了 40 分钟"))[0]).toMatchObject({ state: "wrong" });
    expect((await about("1 个任务失败"))[0]).toMatchObject({ state: "look" });
    await backend.sql("delete from job where corp_code = '6105'");
    await backend.sql(
      `insert into passage (corp_code, at, gate_id, park_id, direction, admitted, reason)
       select corp_code, now() - interval '2 days', id, park_id, 'in', false, 'unknown' from gate limit 1`,
    );
    expect((await about("1 台闸机"))[0]).toMatchObject({ state: "look", link: "/manage/tktParkGate" });
    await backend.sql(
      `insert into gate_device (corp_code, gate_id, park_id, state, token_hash, salt, last_seen)
       select corp_code, id, park_id, 'paired', 'a-hash', 'a-salt', now() - interval '11 minutes' from gate limit 1`,
    );
    expect((await about("1 台闸机设备"))[0]).toMatchObject({ state: "look", link: "/manage/gateDevice" });
    await backend.sql("update gate_device set last_seen = now() - interval '9 minutes'");
    expect(await about("1 台闸机设备")).toEqual([]);
    const text = JSON.stringify(await findings());
    expect(text).not.toContain("6105");
    expect(text).not.toContain("青云山");
  });
});

describe("a node's row", () => {
  test("is there while it runs, says what is wrong with its backups, and goes when it ends; no archive has it", async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), "console-node-"));
    const places = backupPlaces(path.join(dataDir, "not-mounted"), undefined);
    const row = keepNodeRow({ database: backend.database, dataDir, places });
    await expect.poll(async () => (await backend.call(systemHealth, {})).data.nodes.length).toBe(1);
    const [found] = await backend.sql("select backup_problem, connections > 0 as some from console_node");
    expect(found).toEqual({ backup_problem: "place", some: true });
    await row.stop();
    expect(await backend.sql("select from console_node")).toEqual([]);
    writeFileSync(path.join(dataDir, "scenic-console-2020-01-01T031000Z.archive"), "x");
    const late = keepNodeRow({ database: backend.database, dataDir, places: backupPlaces(dataDir, undefined) });
    await expect
      .poll(() => backend.sql("select backup_problem from console_node"))
      .toEqual([{ backup_problem: "late" }]);
    await late.stop();
    rmSync(dataDir, { recursive: true });
    expect(await backend.database.system((tx) => tablesInOrder(tx))).not.toContain("console_node");
  });
});
