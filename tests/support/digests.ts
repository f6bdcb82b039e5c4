/** Digests of tables, all in one statement. */
import type { TestBackend } from "./backend";

/** By table: of its rows, or of those that name an id from `first` up to `after` in a column of ids. */
export async function digests(
  { sql }: Pick<TestBackend, "sql">,
  { except = [], ids }: { except?: readonly string[]; ids?: { first: number; after: number } } = {},
): Promise<Map<string, string>> {
  const tables = await sql<{ name: string; columns: string[] }>(`
    select c.relname as name,
           coalesce((
             select json_agg(a.attname)
             from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
               and a.atttypid = 'bigint'::regtype and a.attname ~ '(^|_)id$'
           ), '[]') as columns
    from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    order by 1`);
  const asked = tables.filter(({ name, columns }) => !except.includes(name) && (!ids || columns.length > 0));
  const parts = asked.map(({ name, columns }) => {
    const where = ids
      ? columns.map((id) => `t."${id}" >= ${ids.first} and t."${id}" < ${ids.after}`).join(" or ")
      : "true";
    return `select '${name}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from "${name}" t where ${where}`;
  });
  const rows = await sql<{ name: string; sum: string }>(parts.join(" union all "));
  return new Map(rows.map(({ name, sum }) => [name, sum]));
}

export function changed(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name);
}
