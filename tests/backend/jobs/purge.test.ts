/** What goes at night: of every table that says so the old and ended, by an index, and nothing that has to be kept. */
import { readFileSync } from "node:fs";
import { getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { manifests, purges } from "~server/backend/business/manifests";
import { keptDocument } from "~server/backend/document/kept";
import { purgeKind } from "~server/backend/jobs/purge-kind";
import { daysOf, mayGo, mechanismPurges, type Purge } from "~server/backend/kernel/purge";
import { openTestBackend, type TestBackend } from "~tests/support/backend";

let backend: TestBackend;
const corps = ["0001", "0795"];

beforeAll(async () => {
  backend = await openTestBackend();
  await backend.createCorp("0795");
  for (const corp of corps) {
    await backend.sql(
      "insert into message_hook (corp_code, name, url, kinds, secret) values ($1, 'x', 'https://example.com', '{stock}', 'x')",
      [corp],
    );
    await backend.sql(
      `insert into export_store (corp_code, name, endpoint, bucket, access_key, secret_key)
       values ($1, 'x', 'https://example.com', 'b', 'x', 'x')`,
      [corp],
    );
    await backend.sql(
      `insert into access_app (corp_code, code, name, secret, status)
       values ($1, 'purged' || $1, 'x', 'x', 'T')`,
      [corp],
    );
  }
});
afterAll(() => backend.close());

const account = "(select min(id) from account where corp_code = $1)";
/** Of a delivery: `$3` says whether it waits. */
const delivery = "case when $3 then 'waiting' else 'failed' end, case when $3 then now() end, $2::timestamptz, now()";

/** By table: puts a row of a corp ($1) and an age ($2) in, that has not ended where $3 says so. */
const rows: Record<string, string> = {
  session: `insert into session (corp_code, account_id, token_hash, last_seen)
    select $1, ${account}, decode(md5(random()::text), 'hex'), $2::timestamptz where not $3`,
  sign_in_log:
    "insert into sign_in_log (corp_code, acc_name, outcome, at) select $1, 'x', 'ok', $2::timestamptz where not $3",
  sign_in_device: `insert into sign_in_device (corp_code, account_id, device_hash, last_seen)
    select $1, ${account}, decode(md5(random()::text), 'hex'), $2::timestamptz where not $3`,
  self_audit_finding: `insert into self_audit_finding (corp_code, at, job_id, words, words_en)
    select $1, $2::timestamptz, 1, 'x', 'x' where not $3`,
  idempotency: `insert into idempotency (corp_code, account_id, method, key, payload_hash, at)
    select $1, 1, 'm', random()::text, '', $2::timestamptz where not $3`,
  export_part: `with made as (
      insert into job (corp_code, kind, state, created_at, finished_at)
      select $1, 'export', 'done', $2::timestamptz, now() where not $3 returning corp_code, id
    ) insert into export_part (corp_code, job_id, section, part, bytes) select corp_code, id, 1, 1, 'x' from made`,
  import_run: `insert into import_run (corp_code, business, noun, account_id, press_key, file_path, file_name, format, created_at)
    select $1, 'ticket', 'park', ${account}, random()::text, '', 'x.csv', 'csv', $2::timestamptz where not $3`,
  job: `insert into job (corp_code, kind, state, run_at, created_at, finished_at)
    values ($1, 'none', case when $3 then 'waiting' else 'failed' end, '2099-01-01', $2::timestamptz, case when $3 then null else now() end)`,
  card_mail: `insert into card_mail
      (corp_code, kind, card_id, number, card_type_id, valid_to, stage, address, state, asked_at, next_at)
    values ($1, 'season', floor(random() * 1e9)::bigint, 'x', 1, '2020-01-01', 7, 'a@example.com',
            case when $3 then 'waiting' else 'failed' end, $2::timestamptz, now())`,
  message_mail: `insert into message_mail (corp_code, account_id, purpose, address, state, asked_at, next_at)
    values ($1, ${account}, 'message', 'a@example.com', case when $3 then 'waiting' else 'failed' end, $2::timestamptz, now())`,
  call_log: `insert into call_log (corp_code, at, method, origin, outcome, status, ms, bytes, request_id)
    select $1, $2::timestamptz, 'x', 'page', 'ok', 200, 1, 1, 'r' where not $3`,
  call_hour: `insert into call_hour
    select $1, $2::timestamptz, 'method', random()::text, 1, 0, 0, 1, 1, array[1] where not $3`,
  webhook_delivery: `insert into webhook_delivery
      (corp_code, event, outer_no, order_no, access_app_id, state, next_at, updated_at, happened_at)
    select $1, 'paid', 'x', 'x', (select min(id) from access_app where corp_code = $1), ${delivery}`,
  message_hook_delivery: `insert into message_hook_delivery
      (corp_code, title, kind, message_hook_id, state, next_at, updated_at, happened_at)
    select $1, 'x', 'stock', (select min(id) from message_hook where corp_code = $1), ${delivery}`,
  message: `insert into message (corp_code, account_id, kind, title, title_en, at)
    select $1, ${account}, 'notice', 'x', 'x', $2::timestamptz where not $3`,
  held_cart: `insert into held_cart (corp_code, account_id, day, number, quantity, payable, cart, created_at)
    select $1, 1, $2::timestamptz::date, floor(random() * 1e6)::int + 1, 1, 0, '{}', $2::timestamptz where not $3`,
  export_store_file: `insert into export_store_file
      (corp_code, file_name, asked_by, account_id, export_store_id, state, next_at, updated_at, happened_at)
    select $1, 'x', 'x', 1, (select min(id) from export_store where corp_code = $1), ${delivery}`,
};

const put = (table: string, corp: string, days: number, waits = false) =>
  backend.sql(rows[table] ?? "", [corp, new Date(Date.now() - days * 86_400_000).toISOString(), waits]);
const counts = async (table: string) =>
  Object.fromEntries(
    await Promise.all(
      corps.map(async (corp) => {
        const [row] = await backend.sql<{ n: number }>(`select count(*)::int as n from ${table} where corp_code = $1`, [
          corp,
        ]);
        return [corp, row?.n ?? 0] as const;
      }),
    ),
  );

/** Of the slices that were deleted, how many. */
async function night(what: readonly Purge[] = purges): Promise<number> {
  let slices = 0;
  const run = {
    writeAsOwner: (work: never) => {
      slices += 1;
      return backend.database.system(work);
    },
    progress: async () => {},
  };
  await purgeKind(what).run(run as never, {} as never);
  return slices;
}

test("every table that declares it has a row here", () => {
  expect(purges.map(({ table }) => table).sort()).toEqual(Object.keys(rows).sort());
});

describe("the old and ended go, of every tenant; the young and what has not ended stay", () => {
  for (const purge of purges)
    test(purge.table, async () => {
      const { table } = purge;
      const { byDefault } = daysOf(purge.kept);
      await night();
      const before = await counts(table);
      for (const corp of corps) {
        await put(table, corp, byDefault + 2);
        await put(table, corp, byDefault - 2);
        await put(table, corp, byDefault + 400, true);
      }
      await night();
      const stay = typeof purge.by === "string" && purge.where ? 2 : 1;
      expect(await counts(table)).toEqual(Object.fromEntries(corps.map((corp) => [corp, (before[corp] ?? 0) + stay])));
    });
});

test("a parameter of head office says how long, and the sign-in log is kept for six months whatever it says", async () => {
  const set = (code: string, value: string) =>
    backend.sql(
      `insert into sys_param (corp_code, param_code, param_option) values ('0001', $1, $2)
       on conflict (corp_code, param_code) do update set param_option = excluded.param_option`,
      [code, value],
    );
  for (const table of ["sign_in_log", "webhook_delivery"]) await backend.sql(`delete from ${table}`);
  await night();
  const [log, told] = [await counts("sign_in_log"), await counts("webhook_delivery")];
  for (const days of [183, 186]) await put("sign_in_log", "0795", days);
  for (const days of [9, 11]) await put("webhook_delivery", "0795", days);
  await night();
  expect(await counts("sign_in_log")).toEqual({ ...log, "0795": (log["0795"] ?? 0) + 2 });
  await set("retentionTraceYears", "0");
  await set("deliveryDays", "10");
  await night();
  expect(await counts("sign_in_log")).toEqual({ ...log, "0795": (log["0795"] ?? 0) + 1 });
  expect((await counts("webhook_delivery"))["0795"]).toBe((told["0795"] ?? 0) + 1);
});

test("many rows go in slices, each a transaction of its own, the oldest first", async () => {
  const own = purges.filter(({ table }) => table === "call_log");
  await night(own);
  for (let n = 0; n < 5; n += 1) await put("call_log", "0001", 100 + n);
  expect(await night(own.map((purge) => ({ ...purge, slice: 2 })))).toBe(3);
  expect((await counts("call_log"))["0001"]).toBe(1);
});

test("each is found by an index that begins with its age", async () => {
  const indexed = await backend.sql<{ name: string }>(`
    select c.relname || ' ' || a.attname as name
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where i.indisvalid`);
  const there = indexed.map(({ name }) => name);
  for (const { table, by } of purges) if (typeof by === "string") expect(there).toContain(`${table} ${by}`);
});

test("what has to be kept cannot be declared: ledgers, documents, orders, the sealed log, rows that are written once", async () => {
  const once = await backend.sql<{ name: string }>(
    "select distinct tgrelid::regclass::text as name from pg_trigger where tgname = 'append_only'",
  );
  expect(once.length).toBeGreaterThan(5);
  expect(purges.filter(({ table }) => once.some(({ name }) => name === table))).toEqual([]);
  const ledgers = manifests.flatMap(({ ledgers = [] }) => ledgers.map(({ ledger }) => getTableName(ledger.rows)));
  const kept = [...ledgers, "audit_log", "audit_seal_log", "audit_copy_log", "orders", "ticket", "invoice", "passage"];
  const refused = kept.filter((table) => {
    try {
      mayGo({ table, what: "", kept: 1, by: "at" });
      return false;
    } catch {
      return true;
    }
  });
  expect(kept.filter((table) => !refused.includes(table))).toEqual([]);
  expect(() =>
    mayGo({ table: "call_log", what: "", kept: { parameter: "cardLostDays", in: "days" }, by: "at" }),
  ).toThrow("head office");
});

test("a business declares tables of its own alone", () => {
  for (const { tables = [], purges: own = [] } of manifests) {
    const names = tables.flatMap((schema) =>
      Object.values(schema).flatMap((table) => (is(table, PgTable) ? [getTableName(table)] : [])),
    );
    expect(own.filter(({ table }) => !names.includes(table))).toEqual([]);
  }
  expect(mechanismPurges.length).toBeGreaterThan(0);
});

test("docs/kept.md is as npm run docs writes it", () => {
  expect(readFileSync("docs/kept.md", "utf8")).toBe(keptDocument());
});
