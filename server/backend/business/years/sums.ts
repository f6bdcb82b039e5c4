/**
 * What a stretch of a table holds: rows, money, bytes, and a sum over its rows in the order of their moments. The sum is a
 * chain over slices of a fixed size, so that no statement is long and whoever sells meanwhile is not kept waiting.
 */
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import type { JobRun } from "../../jobs/kind";
import { firstOf, rowsOf } from "../../kernel/rows";

/** Of each link of the chain: another number makes other sums. */
const rowsOfLink = 2_000;

export interface Stretch {
  table: string;
  moment: string;
  amount: string | null;
  columns: readonly string[];
  /** Moments as text. */
  from: string;
  until: string;
}

export interface Sums {
  rows: number;
  amount: number | null;
  bytes: number;
  sha256: string;
}

interface Link {
  rows: number;
  amount: number | null;
  bytes: number;
  sum: string;
  at: string;
  id: number;
}

const quoted = (name: string) => `"${name}"`;

/** Each slice in a transaction of its own. */
export async function sumsOf(run: JobRun, stretch: Stretch, types: ReadonlyMap<string, string>): Promise<Sums> {
  const sums: Sums = { rows: 0, amount: stretch.amount === null ? null : 0, bytes: 0, sha256: "" };
  for (let after: { at: string; id: number } | null = null; ; ) {
    const link: Link | undefined = await run.read((tx) => linkAfter(tx, stretch, types, after));
    if (!link || link.rows === 0) break;
    sums.rows += link.rows;
    sums.bytes += link.bytes;
    if (sums.amount !== null) sums.amount += link.amount ?? 0;
    sums.sha256 = createHash("sha256").update(`${sums.sha256}${link.sum}`).digest("hex");
    if (link.rows < rowsOfLink) break;
    after = link;
    // The embedded database answers within the turn: others are let in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return sums;
}

function linkAfter(
  tx: Transaction,
  { table, moment, amount, columns, from, until }: Stretch,
  types: ReadonlyMap<string, string>,
  after: { at: string; id: number } | null,
): Promise<Link | undefined> {
  const at = sql.raw(`t.${quoted(moment)}`);
  const beyond = after
    ? sql`${at} >= ${after.at}::timestamptz and (${at}, t.id) > (${after.at}::timestamptz, ${after.id}::bigint)`
    : sql`${at} >= ${from}::timestamptz`;
  return firstOf<Link>(
    tx,
    sql`
      select count(*)::int as rows, sum(s.amount)::float8 as amount, coalesce(sum(s.bytes), 0)::float8 as bytes,
             encode(sha256(coalesce(string_agg(s.sum, ''::bytea order by s.at, s.id), ''::bytea)), 'hex') as sum,
             max(s.at)::text as at, ((array_agg(s.id order by s.at desc, s.id desc))[1])::float8 as id
      from (
        select ${at} as at, t.id, ${sql.raw(amount === null ? "null::bigint" : `t.${quoted(amount)}`)} as amount,
               pg_column_size(t.*) as bytes,
               sha256(convert_to(jsonb_build_array(${sql.raw(columns.map((one) => summedValue(one, types)).join(", "))})::text, 'UTF8')) as sum
        from ${sql.raw(quoted(table))} t
        where t.corp_code = current_setting('app.corp_code')
          and ${beyond} and ${at} < ${until}::timestamptz
        order by ${at}, t.id
        limit ${rowsOfLink}
      ) s
    `,
  );
}

/** Moments as microseconds: how they are written depends on who asks. */
const summedValue = (column: string, types: ReadonlyMap<string, string>) =>
  types.get(column) === "timestamp with time zone"
    ? `(extract(epoch from t.${quoted(column)}) * 1000000)::bigint`
    : `t.${quoted(column)}`;

/** Columns of a table that hold something of their own, with their types, in the order of their names. */
export async function columnsOf(tx: Transaction, table: string): Promise<Map<string, string>> {
  const rows = await rowsOf<{ name: string; type: string }>(
    tx,
    sql`
      select a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type
      from pg_attribute a
      where a.attrelid = ${quoted(table)}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by a.attname::text collate "C"
    `,
  );
  return new Map(rows.map(({ name, type }) => [name, type]));
}
