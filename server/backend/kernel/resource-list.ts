/** A resource's list: filters, sorts and totals of the declaration, a count that knows its bound. */
import { and, asc, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { ExportPayload } from "~/contract/export";
import { m } from "~/contract/messages";
import { type AnyResource, allRows, allRowsBound, countBound, type ListPayload } from "~/contract/resource";
import { type Columns, columnOf, columnsIn, conditionsOf } from "./list-conditions";
import { containing, idsContaining } from "./list-search";
import { Invalid } from "./refusal";
import type { Call } from "./served";

type Row = Record<string, string | number | boolean | null>;

/** Pages reach as far as the count does, so the farthest costs a walk of {@link countBound} index entries. */
export async function listRows(call: Call, resource: AnyResource, table: PgTable, payload: ListPayload) {
  const columns = columnsIn(call.locale, resource, table);
  const order = orderOf(resource, columns, payload);
  const where = await whereOf(call, resource, table, payload);
  const { found, totals } = await countAndTotals(call, resource, table, where);
  const count = Math.min(found, countBound);
  const size = payload.pageSize === allRows ? allRowsBound : payload.pageSize;
  const totalPage = Math.max(1, Math.ceil(count / size));
  const pageNo = Math.min(payload.pageNo, totalPage);
  const id = columnOf(columns, "id");
  // The page's ids first: the walk to a far page then reads an index, and rows only of the page itself.
  const page = await call.db
    .select({ id })
    .from(table)
    .where(where)
    .orderBy(...order)
    .limit(size)
    .offset((pageNo - 1) * size);
  const ids = page.map((row) => Number(row.id));
  const records =
    ids.length === 0
      ? []
      : await call.db
          .select(shownColumns(resource, columns))
          .from(table)
          .where(inArray(id, ids))
          .orderBy(...order);
  return {
    reply: { records: records as Row[], pageNo, pageSize: payload.pageSize, totalPage, count },
    capped: found > countBound,
    totals: found > countBound ? undefined : totals,
  };
}

async function whereOf(
  call: Call,
  resource: AnyResource,
  table: PgTable,
  payload: Pick<ListPayload, "filters">,
): Promise<SQL | undefined> {
  const columns = columnsIn(call.locale, resource, table);
  const { parts, others } = conditionsOf(resource, columns, payload.filters);
  if (parts.length === 0) return and(...others);
  const keys = { id: columnOf(columns, "id"), corp: columns.corpCode };
  const ids = keys.corp ? await idsContaining(call, table, { ...keys, corp: keys.corp }, parts, others) : null;
  return ids === null ? and(...parts.map(containing), ...others) : sql`${keys.id} = any (${sql.param(ids)}::bigint[])`;
}

/** The ids of what an export asks for, in the list's order. */
export async function exportIds(
  call: Call,
  resource: AnyResource,
  table: PgTable,
  { page, ids, ...asked }: ExportPayload,
  most: number,
): Promise<number[]> {
  const columns = columnsIn(call.locale, resource, table);
  const id = columnOf(columns, "id");
  const chosen = ids ? [inArray(id, ids)] : [];
  const found = await call.db
    .select({ id })
    .from(table)
    .where(and(await whereOf(call, resource, table, asked), ...chosen))
    .orderBy(...orderOf(resource, columns, asked))
    .limit(Math.min(page?.pageSize ?? most, most))
    .offset(page ? (page.pageNo - 1) * page.pageSize : 0);
  return found.map((row) => Number(row.id));
}

/** Rows of these ids, in their order. */
export async function rowsById(call: Call, resource: AnyResource, table: PgTable, ids: number[]): Promise<Row[]> {
  const columns = columnsIn(call.locale, resource, table);
  const found = await call.db
    .select(shownColumns(resource, columns))
    .from(table)
    .where(inArray(columnOf(columns, "id"), ids));
  const byId = new Map((found as Row[]).map((row) => [Number(row.id), row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** One walk for both; sums are of what the count has seen, so they hold only where it reached the end. */
async function countAndTotals(call: Call, resource: AnyResource, table: PgTable, where: SQL | undefined) {
  const columns = columnsIn(call.locale, resource, table);
  const summed = Object.entries(resource.fields).flatMap(([name, field]) => (field.list && field.total ? [name] : []));
  const inner =
    summed.length === 0
      ? sql`1`
      : sql.join(
          summed.map((name) => sql`${columnOf(columns, name)}`),
          sql`, `,
        );
  const sums = summed.map(
    (name) => sql`, sum(${sql.identifier(columnOf(columns, name).name)})::bigint as ${sql.identifier(name)}`,
  );
  const { rows } = await call.db.execute<Record<string, number | null>>(sql`
    select count(*)::int as found${sql.join(sums)}
    from (select ${inner} from ${table} ${where ? sql`where ${where}` : sql``} limit ${countBound + 1}) bounded
  `);
  const found = Number(rows[0]?.found ?? 0);
  const totals = Object.fromEntries(summed.map((name) => [name, Number(rows[0]?.[name] ?? 0)]));
  return { found, totals: summed.length > 0 ? totals : undefined };
}

function shownColumns(resource: AnyResource, columns: Columns): Columns {
  const selection: Columns = { id: columnOf(columns, "id") };
  if (!resource.readOnly) selection.rowVersion = columnOf(columns, "rowVersion");
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.list || name === resource.status || name === resource.nameField)
      selection[name] = columnOf(columns, name);
  }
  return selection;
}

/** Ties by id, in the same direction, so that pages never overlap. */
function orderOf(resource: AnyResource, columns: Columns, { sort, order }: Pick<ListPayload, "sort" | "order">): SQL[] {
  const chosen = sort || resource.defaultSort.field;
  const direction = (sort ? order : resource.defaultSort.order) === "desc" ? desc : asc;
  const sortable = chosen === "id" || chosen === resource.defaultSort.field || resource.fields[chosen]?.sort === true;
  if (!sortable) throw new Invalid({ sort: [m.v_option()] });
  const id = direction(columnOf(columns, "id"));
  return chosen === "id" ? [id] : [direction(columnOf(columns, chosen)), id];
}
