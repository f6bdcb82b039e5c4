/** Clearing a tenant: an archive first, then its rows, and the way back to the same checksums; nobody else's row moves. */

import { createHash } from "node:crypto";
import { desc } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { tenantClear, tenantClearing, tenantClearingForm } from "~/contract/tenant/clearing";
import { corpGroup } from "~/contract/tenant/group";
import { tenant } from "~/contract/tenant/tenant";
import { tenantClearing as rowsOfClearings } from "~server/backend/business/platform/tenant/schema";
import { corpTables, sumOf } from "~server/backend/db/corp-rows";
import { analyzeChanged } from "~server/backend/db/maintenance";
import { createWorker } from "~server/backend/jobs/worker";
import { classOf } from "~server/backend/kernel/data-classes";
import { allKinds } from "~server/backend/served";
import { aloneOnServer } from "~tests/support/alone-on-server";
import { openTestBackend, type TestBackend } from "~tests/support/backend";
import { busyTenant } from "~tests/support/busy-tenant";
import { checkInvariants } from "~tests/support/invariants";
import { race } from "~tests/support/race";

let next = async () => {};
let backend: TestBackend;
let id: number;
const code = "2001";
const now = new Date("2026-11-20T14:00:00+08:00");
const picture = `/image/${code}/202611/picture.jpg`;

beforeAll(async () => {
  next = await aloneOnServer();
}, 600_000);
beforeAll(async () => {
  backend = await openTestBackend({ moneyMadeUp: true });
  backend.setNow(now);
  id = await busyTenant(backend, code, "云岭景区", now);
  await backend.createCorp("2002");
  // The schedules of all corps.
  await createWorker({ database: backend.database, kinds: allKinds, now: () => now }).drain();
  await backend.sql(
    `insert into stored_file (corp_code, path, kind, name, content_type, size, state, since, source, account_id, created_at)
     values ($1, $2, 'image', 'p.jpg', 'image/jpeg', 3, 'kept', now(), 'upload', 1, now())`,
    [code, picture],
  );
  await backend.store.put(picture.slice(1), new Uint8Array([1, 2, 3]), "image/jpeg");
  await backend.store.put(`${picture.slice(1)}.thumb.webp`, new Uint8Array([4]), "image/webp");
}, 300_000);
afterAll(async () => {
  await backend.close();
  await next();
});

const shut = () => backend.call(tenant.methods.shut, { id });
const clear = (scope: string, fields: object = {}, as = backend.admin) =>
  backend.call(tenantClear, { tenantId: id, scope, code, ...fields } as never, { as });
const work = () => createWorker({ database: backend.database, kinds: allKinds, store: backend.store, now: () => now });
async function stateOf(clearingId: number) {
  const [row] = await backend.sql<{ status: string; note: string | null; sha256: string; rows: number }>(
    "select status, note, sha256, rows from tenant_clearing where id = $1",
    [clearingId],
  );
  return row;
}

/** SHA-256 of the rows by table, of tables that have any. */
async function sumsOf(corp = code): Promise<Record<string, string>> {
  return backend.database.system(async (tx) => {
    const sums: Record<string, string> = {};
    for (const table of await corpTables(tx)) {
      const { rows, sha256 } = await sumOf(tx, table, corp);
      if (rows > 0) sums[table.name] = sha256;
    }
    return sums;
  });
}
const ofClass = (sums: Record<string, string>, ...classes: string[]) =>
  Object.fromEntries(Object.entries(sums).filter(([name]) => classes.includes(classOf(name))));

async function done(scope: string): Promise<number> {
  const begun = await clear(scope);
  expect(begun.message).toBe("");
  await work().drain();
  expect(await stateOf(begun.data.id)).toMatchObject({ status: "cleared", note: null });
  // As the product does every half minute: the planner knows the tables as empty when their rows come back.
  await analyzeChanged(backend.database.pool);
  return begun.data.id;
}
async function putBack(clearingId: number) {
  const { message } = await backend.call(tenantClearing.commands.putBack.method, { id: clearingId, code } as never);
  expect(message).toBe("");
  await work().drain();
  return stateOf(clearingId);
}

describe("what may not be cleared", () => {
  test("a tenant that is open, another code than its own, an unknown one: refused, and nothing is written", async () => {
    const before = await sumsOf();
    expect((await clear("records")).message).toBe("租户“云岭景区”正在使用中。请先停用租户，再清理数据");
    await shut();
    expect((await clear("records", { code: "2002" })).errors).toEqual({ code: ["与租户编码不一致，请输入 2001"] });
    expect((await clear("records", { tenantId: 999_999 })).status).toBe(404);
    expect((await clear("everything")).status).toBe(422);
    expect(await backend.sql("select from tenant_clearing")).toEqual([]);
    expect(ofClass(await sumsOf(), "records", "settings")).toEqual(ofClass(before, "records", "settings"));
  });

  test("nobody but who holds the right, and nobody of another tenant", async () => {
    const reader = await backend.createUser({ grants: ["clearTenantData"] });
    expect((await clear("records", {}, reader.token)).status).toBe(403);
    expect((await backend.call(tenantClearingForm, { tenantId: id }, { as: reader.token })).status).toBe(200);
    const other = await backend.createUser({
      corpCode: "2002",
      grants: ["clearTenantData", "clearTenantData/tenantClearing:clear"],
    });
    expect((await clear("records", {}, other.token)).status).toBe(403);
    expect((await backend.call(tenantClearingForm, { tenantId: id }, { as: other.token })).status).toBe(403);
  });

  test("what stands under retention, once the trial is over; a corp that never went live is excepted", async () => {
    const set = (parameter: string, value: string) =>
      backend.sql("update sys_param set param_option = $2 where corp_code = '0001' and param_code = $1", [
        parameter,
        value,
      ]);
    await set("retentionTrialDays", "30");
    const refused = await clear("records");
    expect(refused.status).toBe(409);
    // Some of its rows are of the database's own clock.
    const [, , money, trade] =
      /^钱款和票据记录最近一笔在 (\d{4})-(?:.*)，须保存 30 年，至 (\d{4})-.*，须保存 3 年，至 (\d{4})-/.exec(
        refused.message,
      ) ?? [];
    const year = Number(refused.message.match(/\d{4}/)?.[0]);
    expect([Number(money), Number(trade)]).toEqual([year + 30, year + 3]);
    expect((await clear("whole")).message).toContain("日志最近一条在");
    const { data } = await backend.call(tenantClearingForm, { tenantId: id });
    expect(data.chosen?.scopes.find(({ scope }) => scope === "records")?.refusal).toContain("须保存 30 年");
    await set("retentionMoneyYears", "0");
    await set("retentionTradeYears", "0");
    await set("retentionTraceYears", "0");
    const free = await backend.call(tenantClearingForm, { tenantId: id });
    const kept = expect.stringMatching(/^日志最近一条在 \d{4}-\d\d-\d\d，至少保存 184 天，至 /);
    expect(free.data.chosen?.scopes.map(({ scope, refusal }) => [scope, refusal])).toEqual([
      ["records", ""],
      ["settings", ""],
      ["traces", kept],
      ["whole", kept],
    ]);
    await set("retentionMoneyYears", "30");
    await set("retentionTradeYears", "3");
    await set("retentionTraceYears", "1");
    await set("retentionTrialDays", "90");
  });
});

test("who is in a group has left it before everything goes; records go meanwhile", async () => {
  const groupId = await backend.saved(corpGroup.methods.save, {
    ...{ code: "GRP", name: "云山集团", leaderId: id, members: [{ tenantId: id }], remark: null },
  });
  expect((await clear("whole")).message).toBe("租户“云岭景区”在集团“云山集团”中。请先将它移出集团，再整体清理");
  const { data } = await backend.call(tenantClearingForm, { tenantId: id });
  const refused = data.chosen?.scopes.filter(({ refusal }) => refusal !== "").map(({ scope }) => scope);
  expect(refused).toEqual(["whole"]);
  expect((await backend.call(corpGroup.methods.remove, { id: groupId } as never)).message).toBe("");
});

describe("records alone", () => {
  test("go with an archive, settings and people stay, every invariant holds; and they come back to the same checksums", async () => {
    const before = await sumsOf();
    const others = [await sumsOf("0001"), await sumsOf("2002")].map((sums) => ofClass(sums, "records", "settings"));
    expect(Object.keys(ofClass(before, "records")).length).toBeGreaterThan(40);
    const clearing = await done("records");
    const after = await sumsOf();
    expect(ofClass(after, "records")).toEqual({});
    // They count what went.
    const counting = ["locker_box", "parking_lot", "reception_quota"];
    const settings = (sums: Record<string, string>) =>
      Object.entries(ofClass(sums, "settings", "corp")).filter(([name]) => !counting.includes(name));
    expect(settings(after)).toEqual(settings(before));
    expect(await backend.sql("select from locker_box where corp_code = $1 and status = 'occupied'", [code])).toEqual(
      [],
    );
    const used = "select from reception_quota where corp_code = $1 and used <> 0";
    expect(await backend.sql(used, [code])).toEqual([]);
    await checkInvariants(backend);
    expect((await stateOf(clearing))?.rows).toBeGreaterThan(10_000);

    expect(await putBack(clearing)).toMatchObject({ status: "restored" });
    expect(ofClass(await sumsOf(), "records", "settings", "corp")).toEqual(
      ofClass(before, "records", "settings", "corp"),
    );
    await checkInvariants(backend);
    const still = [await sumsOf("0001"), await sumsOf("2002")].map((sums) => ofClass(sums, "records", "settings"));
    expect(still).toEqual(others);
    await expect(backend.sql("delete from quota_ledger")).rejects.toThrow(/append-only/);
  }, 300_000);

  test("what came since, a changed archive and a missing part are refused, and nothing is put back", async () => {
    const clearing = await done("records");
    await backend.sql("insert into tenant_month (corp_code, month, orders) values ($1, '2026-11', 1)", [code]);
    const held = await putBack(clearing);
    expect(held).toMatchObject({ status: "cleared", note: expect.stringContaining("又有了新数据") });
    await backend.sql("delete from tenant_month where corp_code = $1", [code]);

    const keys = [...backend.store.files.keys()].filter((key) => key.startsWith(`cleared/${clearing}/`));
    const first = backend.store.files.get(keys[0] ?? "");
    const bytes = new Uint8Array(first?.bytes ?? []);
    const spoilt = bytes.slice();
    spoilt[spoilt.length - 20] = (spoilt[spoilt.length - 20] ?? 0) ^ 1;
    await backend.store.put(keys[0] ?? "", spoilt, "");
    expect(await putBack(clearing)).toMatchObject({ status: "cleared", note: "存档已损坏，未作任何更改" });
    await backend.store.remove(keys[0] ?? "");
    expect(await putBack(clearing)).toMatchObject({ status: "cleared", note: "存档已损坏，未作任何更改" });
    expect(ofClass(await sumsOf(), "records")).toEqual({});
    await backend.store.put(keys[0] ?? "", bytes, "");
    expect(await putBack(clearing)).toMatchObject({ status: "restored", note: null });
  }, 300_000);
});

describe("records with their settings", () => {
  test("go together; who worked in certain parks alone is suspended, not let into all; and all is as before afterwards", async () => {
    const [bound] = await backend.sql<{ id: number }>(
      `insert into account_park (corp_code, account_id, park_id)
       select $1, (select max(id) from account where corp_code = $1 and status = 'T'), min(id) from park where corp_code = $1
       returning account_id as id`,
      [code],
    );
    const before = await sumsOf();
    const statusOf = async () =>
      (await backend.sql<{ status: string }>("select status from account where id = $1", [bound?.id]))[0]?.status;
    const clearing = await done("settings");
    const after = await sumsOf();
    expect(ofClass(after, "records", "settings")).toEqual({});
    expect(await statusOf()).toBe("F");
    expect(await putBack(clearing)).toMatchObject({ status: "restored" });
    expect(ofClass(await sumsOf(), "records", "settings", "corp")).toEqual(
      ofClass(before, "records", "settings", "corp"),
    );
    expect(await statusOf()).toBe("T");
  }, 300_000);
});

/**
 * As the nightly upkeep does: rows that were taken and put back time and again leave dead ones behind, and plans that were
 * made for empty tables, which no tenant meets that is cleared once.
 */
const tidied = () => backend.database.pool.query("vacuum analyze").then(() => {});

describe("two at once, and a worker that dies", () => {
  beforeAll(tidied, 60_000);

  test("of two who press at the same moment one clears, the other is told", async () => {
    const answers = await race(backend, 4, () => clear("records"));
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    for (const { success, message } of answers) if (!success) expect(message).toContain("已有一次清理或恢复正在进行");
    // While it is under way, the tenant stays shut.
    const opened = await backend.call(tenant.methods.reopen, { id });
    expect([opened.status, opened.message]).toEqual([409, "数据正在清理或恢复，完成后才能恢复租户"]);
  });

  test("a worker that dies amid it is followed by another, which goes on: all is gone, all is in the archive", async () => {
    const [row] = await backend.sql<{ id: number }>("select max(id) as id from tenant_clearing");
    const clearing = Number(row?.id);
    const before = ofClass(await sumsOf(), "records");
    let tables = 0;
    const dying = createWorker({
      ...{ database: backend.database, kinds: allKinds, store: backend.store, leaseSeconds: 600 },
      now: () => {
        // Long after the archive: in the midst of the rows.
        tables += 1;
        return now;
      },
    });
    const kind = allKinds.find((one) => one.kind === "clearTenant");
    if (!kind) throw new Error("no such kind");
    const { run } = kind;
    let steps = 0;
    kind.run = (job, payload) => {
      const { writeAsOwner } = job;
      job.writeAsOwner = async (step) => {
        const [state] = await backend.database.system((tx) =>
          tx
            .select({ status: rowsOfClearings.status })
            .from(rowsOfClearings)
            .orderBy(desc(rowsOfClearings.id))
            .limit(1),
        );
        if (state?.status === "clearing" && ++steps > 20) throw new Error("the power is gone");
        return writeAsOwner.call(job, step) as never;
      };
      return run(job, payload);
    };
    await dying.step().finally(() => {
      kind.run = run;
    });
    expect(await stateOf(clearing)).toMatchObject({ status: "clearing" });
    const left = Object.keys(ofClass(await sumsOf(), "records"));
    expect(left.length).toBeGreaterThan(0);
    expect(left.length).toBeLessThan(Object.keys(before).length);
    await backend.sql("update job set run_at = now() where state = 'waiting'");
    await work().drain();
    expect(await stateOf(clearing)).toMatchObject({ status: "cleared" });
    expect(ofClass(await sumsOf(), "records")).toEqual({});
    expect(await putBack(clearing)).toMatchObject({ status: "restored" });
    expect(ofClass(await sumsOf(), "records")).toEqual(before);
    expect(tables).toBeGreaterThan(0);
  }, 300_000);
});

describe("the whole tenant", () => {
  beforeAll(tidied, 60_000);

  test("nothing of it is left in any table or file but what head office noted; and all comes back, files too", async () => {
    const before = await sumsOf();
    const clearing = await done("whole");
    const tables = await backend.sql<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1",
    );
    const naming: string[] = [];
    for (const { name } of tables) {
      const found = await backend.sql(
        `select from "${name}" t where t::text ~ '\\m${code}\\M' or t::text like '%云岭景区%' limit 1`,
      );
      if (found.length > 0) naming.push(name);
    }
    expect(naming.filter((name) => !["audit_log", "message", "tenant_clearing", "idempotency"].includes(name))).toEqual(
      [],
    );
    for (const { name } of tables) {
      const [column] = await backend.sql(
        "select from pg_attribute where attrelid = $1::regclass and attname = 'corp_code' and not attisdropped",
        [`"${name}"`],
      );
      if (column)
        expect([name, await backend.sql(`select from "${name}" where corp_code = $1`, [code])]).toEqual([name, []]);
    }
    expect([...backend.store.files.keys()].filter((key) => key.includes(code))).toEqual([]);

    expect(await putBack(clearing)).toMatchObject({ status: "restored" });
    expect(await sumsOf()).toEqual(before);
    const kept = backend.store.files.get(picture.slice(1));
    expect(
      createHash("sha256")
        .update(kept?.bytes ?? "")
        .digest("hex"),
    ).toBe(
      createHash("sha256")
        .update(new Uint8Array([1, 2, 3]))
        .digest("hex"),
    );
    expect(await backend.sql("select from tenant where code = $1", [code])).toHaveLength(1);
    await checkInvariants(backend);
  }, 180_000);

  test("an archive that is destroyed leaves no part behind, and nothing can be put back from it", async () => {
    const [row] = await backend.sql<{ id: number }>("select max(id) as id from tenant_clearing");
    const clearing = Number(row?.id);
    const destroy = (typed: string) =>
      backend.call(tenantClearing.commands.destroy.method, { id: clearing, code: typed } as never);
    expect((await destroy("nope")).errors).toEqual({ code: ["与租户编码不一致，请输入 2001"] });
    expect((await destroy(code)).message).toBe("");
    await work().drain();
    expect([...backend.store.files.keys()].filter((key) => key.startsWith(`cleared/${clearing}/`))).toEqual([]);
    const back = await backend.call(tenantClearing.commands.putBack.method, { id: clearing, code } as never);
    expect(back.status).toBe(409);
  });
});

// A key that lets go of what is deleted may stand: the row stays without it.
test("what stays after a clearing refers to nothing that goes with it, whatever is chosen", async () => {
  const keys = await backend.sql<{ of: string; to: string }>(`
    select c.relname as of, t.relname as to from pg_constraint k
    join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
    where k.contype = 'f' and k.confdeltype <> 'n' and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'corp_code')`);
  const goes = { records: ["records"], settings: ["records", "settings"], traces: ["traces"] };
  for (const [scope, going] of Object.entries(goes)) {
    const wrong = keys.filter(({ of, to }) => going.includes(classOf(to)) && !going.includes(classOf(of)));
    expect([scope, wrong]).toEqual([scope, []]);
  }
});
