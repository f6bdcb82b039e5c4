/** A tenant with a whole demonstration's life in it: head office's demonstration, handed over. */
import { ownField } from "~/contract/own/own-field";
import { seedDemo } from "~server/backend/demonstration";
import { classOf } from "~server/backend/kernel/data-classes";
import type { TestBackend } from "./backend";

/** What stays head office's, or is one in the whole system. */
const apart = [
  ...[
    "tenant",
    "tenant_application",
    "tenant_package",
    "tenant_package_right",
    "tenant_clearing",
    "console_node",
    "data_migration",
    "data_migration_item",
  ],
  ...["session", "page_tab", "check_code", "sign_in_device", "sign_in_proof", "auth_code", "access_app"],
  ...["open_nonce", "open_order", "open_request", "webhook_delivery", "official_holiday"],
];

const further = 100_000;

/** Past every key and guard, as only a test may: rows move, and the corp's own are copied. Answers the tenant's id. */
export async function busyTenant(backend: TestBackend, code: string, name: string, now: Date): Promise<number> {
  await seedDemo(backend.database, now);
  const grade = { noun: "park", code: "grade", name: "评级", kind: "text", place: 100, inList: true, inFilter: true };
  await backend.saved(ownField.methods.save, { ...grade, required: false });
  await backend.sql(`update park set own = '{"grade": "五A"}'`);
  const tables = await backend.sql<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'corp_code' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`);
  const client = await backend.database.pool.connect();
  try {
    await client.query("begin");
    await client.query("set local session_replication_role = replica");
    for (const { name: table } of tables) {
      if (apart.includes(table)) continue;
      if (classOf(table) !== "corp" || table === "stored_file" || table === "file_use") {
        await client.query(`update "${table}" set corp_code = $1 where corp_code = '0001'`, [code]);
        continue;
      }
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
         where attrelid = '"${table}"'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      );
      const columns = rows[0]?.columns ?? "";
      await client.query(
        `insert into "${table}" (${columns})
         select ${columns
           .split(", ")
           .map((column) => `(c).${column}`)
           .join(", ")}
         from (
           select jsonb_populate_record(null::"${table}", to_jsonb(t) || jsonb_build_object('corp_code', $1::text) || ${table === "account" ? "jsonb_build_object('id', t.id + $2::bigint)" : "case when $2::bigint > 0 then '{}'::jsonb end"}) as c
           from "${table}" t where t.corp_code = '0001'
         ) copied`,
        [code, further],
      );
    }
    // Accounts have ids of the whole system.
    const { rows: naming } = await client.query<{ table: string; column: string }>(`
      select k.conrelid::regclass::text as table, a.attname::text as column
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any (k.conkey) and a.attname <> 'corp_code'
      where k.contype = 'f' and k.confrelid = 'account'::regclass`);
    for (const { table, column } of naming)
      await client.query(`update ${table} set "${column}" = "${column}" + $2 where corp_code = $1`, [code, further]);
    await client.query("update corp set name = $2 where corp_code = $1", [code, name]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    await client.query("set session_replication_role = default");
    client.release();
  }
  const [made] = await backend.sql<{ id: number }>(
    "insert into tenant (corp_code, code, name) values ('0001', $1, $2) returning id",
    [code, name],
  );
  return Number(made?.id ?? 0);
}
