/** A resource's list: filters, sorts and totals of the declaration, a count that knows its bound. */
import { and, asc, desc, is, SQL, sql } from "drizzle-orm";
import type { ExportPayload } from "~/contract/export";
import { m } from "~/contract/messages";
import { allRows, allRowsBound, countBound, type ListPayload } from "~/contract/resource";
import { boundedCount } from "./bounded-count";
import type { Call } from "./call";
import { type LookMark, writtenFrom } from "./changed-since";
import { conditionsOf } from "./list-conditions";
import { containing, idsContaining } from "./list-search";
import { type Column, type Columns, columnOf, type ListRow, type ListSource } from "./list-source";
import { hasOwnFields, ownConditions } from "./own-fields";
import { Invalid } from "./refusal";
import { rowsOf } from "./rows";
import { stateCounts } from "./state-counts";

/** Pages reach as far as the count does, so the farthest costs a walk of {@link countBound} index entries. */
export async function listRows(call: Call, source: ListSource, payload: ListPayload) {
  const columns = source.columns(call.locale);
  const order = orderOf(source, columns, payload);
  const where = await whereOf(call, source, payload);
  const byState = await stateCounts(call, source, payload, async (filters) =>
    // The state is counted apart; without it set, the conditions are the list's own.
    Object.keys(filters).length === Object.keys(payload.filters).length ? where : whereOf(call, source, { filters }),
  );
  const { count, capped, totals } = await countAndTotals(call, source, where, byState);
  const size = payload.pageSize === allRows ? allRowsBound : payload.pageSize;
  const totalPage = Math.max(1, Math.ceil(count / size));
  const pageNo = Math.min(payload.pageNo, totalPage);
  // The page's ids first: the walk to a far page then reads an index, and rows only of the page itself.
  const records = await rowsAt(
    call,
    source,
    sql`
      select paged.id, row_number() over ()
      from (
        select ${columnOf(columns, "id")} as id
        from ${source.from}
        ${where ? sql`where ${where}` : sql``}
        order by ${order}
        limit ${size} offset ${(pageNo - 1) * size}
      ) paged
    `,
  );
  return {
    reply: { records, pageNo, pageSize: payload.pageSize, totalPage, count },
    capped,
    totals: capped ? undefined : totals,
    states: byState?.states,
  };
}

/** Rows whose ids, and places in the list, a statement tells. */
async function rowsAt(call: Call, source: ListSource, page: SQL): Promise<ListRow[]> {
  const columns = source.columns(call.locale);
  const corp = columns.corpCode ? sql`${columns.corpCode} = current_setting('app.corp_code') and ` : sql``;
  const rows = await call.db
    .select(shownColumns(source, columns, await hasOwnFields(call, source.resource)))
    .from(sql`
      (${page}) list_page (list_row, list_place)
      join ${source.from} on ${corp}${columnOf(columns, "id")} = list_page.list_row
      ${source.joins}
    `)
    .orderBy(sql`list_page.list_place`);
  return source.shown(call, rows as ListRow[]);
}

/** One row as the list shows it; what the list has not is not there. */
export async function rowInList(call: Call, source: ListSource, id: number): Promise<ListRow | null> {
  const columns = source.columns(call.locale);
  const key = columnOf(columns, "id");
  const where = and(sql`${key} = ${id}`, await whereOf(call, source, { filters: {} }));
  const [row] = await rowsAt(call, source, sql`select ${key}, 1 from ${source.from} where ${where}`);
  return row ?? null;
}

async function whereOf(
  call: Call,
  source: ListSource,
  payload: Pick<ListPayload, "filters">,
): Promise<SQL | undefined> {
  const columns = source.columns(call.locale);
  const { own: ownSought, rest } = await ownConditions(call, source.resource, columns, payload.filters);
  const { parts, others } = conditionsOf(source, columns, rest);
  others.push(...ownSought);
  const own = await source.rows(call);
  if (own) others.unshift(own);
  if (parts.length === 0) return and(...others);
  const [id, corp] = [columnOf(columns, "id"), columns.corpCode];
  const { from, table } = source;
  const ids = table && corp ? await idsContaining(call, { from, table, id, corp }, parts, others) : null;
  return ids === null ? and(...parts.map(containing), ...others) : sql`${id} = any (${sql.param(ids)}::bigint[])`;
}

/** The ids of what an export asks for, in the list's order. */
export async function exportIds(
  call: Call,
  source: ListSource,
  { page, ids, ...asked }: ExportPayload,
  most: number,
  since: LookMark | null = null,
): Promise<number[]> {
  const columns = source.columns(call.locale);
  const id = columnOf(columns, "id");
  const chosen = ids && sql`${id} = any (${`{${ids.join(",")}}`}::bigint[])`;
  const written = since && source.written ? writtenFrom(source.written, since) : undefined;
  const where = and(await whereOf(call, source, asked), chosen, written);
  const found = await rowsOf<{ id: number }>(
    call.db,
    sql`
      select ${id} as id
      from ${source.from}
      ${where ? sql`where ${where}` : sql``}
      order by ${orderOf(source, columns, asked)}
      limit ${Math.min(page?.pageSize ?? most, most)}
      offset ${page ? (page.pageNo - 1) * page.pageSize : 0}
    `,
  );
  return found.map((row) => Number(row.id));
}

/** Rows of these ids, in their order. */
export function rowsById(call: Call, source: ListSource, ids: number[]): Promise<ListRow[]> {
  const listed = `{${ids.join(",")}}`;
  return rowsAt(call, source, sql`select id, place from unnest(${listed}::bigint[]) with ordinality given (id, place)`);
}

interface Found {
  count: number;
  capped: boolean;
  totals?: Record<string, number>;
}

/** One walk for both; sums are of what the count has seen, so they hold only where it reached the end. */
async function countAndTotals(
  call: Call,
  source: ListSource,
  where: SQL | undefined,
  counted: Found | null,
): Promise<Found> {
  const { fields } = source.resource;
  const summed = Object.entries(fields).flatMap(([name, field]) => (field.list && field.total ? [name] : []));
  if (summed.length === 0 || counted?.capped) return counted ?? boundedCount(call, source.from, where);
  const columns = source.columns(call.locale);
  const named = (name: string) => sql.identifier(name);
  const inner = summed.map((name) => sql`${columnOf(columns, name)} as ${named(name)}`);
  const sums = summed.map((name) => sql`, sum(${named(name)})::bigint as ${named(name)}`);
  const [row = {}] = await rowsOf<Record<string, number | null>>(
    call.db,
    sql`
      select count(*)::int as found${sql.join(sums)}
      from (
        select ${sql.join(inner, sql`, `)}
        from ${source.from}
        ${where ? sql`where ${where}` : sql``}
        limit ${countBound + 1}
      ) bounded
    `,
  );
  const found = Number(row.found ?? 0);
  const totals = Object.fromEntries(summed.map((name) => [name, Number(row[name] ?? 0)]));
  return { count: Math.min(found, countBound), capped: found > countBound, totals };
}

function shownColumns({ resource }: ListSource, columns: Columns, withOwn: boolean): Record<string, SQL> {
  const { fields, status, nameField, readOnly, pages } = resource;
  const shown = Object.entries(fields).filter(([, { kind }]) => withOwn || kind !== "own");
  const names = shown.flatMap(([name, { list }]) => (list || name === status || name === nameField ? [name] : []));
  const own = !readOnly && !pages ? ["id", "rowVersion"] : ["id"];
  return Object.fromEntries([...own, ...names].map((name) => [name, readOf(columnOf(columns, name))]));
}

/** What a statement reads that does not select from the column's table itself. */
function readOf(column: Column): SQL {
  return is(column, SQL) ? column : sql`${column}`.mapWith(column);
}

/** Ties by id, in the same direction, so that pages never overlap. */
function orderOf({ resource }: ListSource, columns: Columns, asked: Pick<ListPayload, "sort" | "order">): SQL {
  const { fields, defaultSort } = resource;
  const chosen = asked.sort || defaultSort.field;
  const direction = (asked.sort ? asked.order : defaultSort.order) === "desc" ? desc : asc;
  const named = Object.hasOwn(fields, chosen) ? fields[chosen] : undefined;
  const sortable = chosen === "id" || chosen === defaultSort.field || named?.sort === true;
  if (!sortable) throw new Invalid({ sort: [m.v_option()] });
  const id = direction(columnOf(columns, "id"));
  return chosen === "id" ? id : sql`${direction(columnOf(columns, chosen))}, ${id}`;
}
