/** A resource's list: filters and sorts of the declaration, a count that knows its bound. */
import { and, asc, desc, gte, lte, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Field } from "~/contract/field-kinds";
import { m } from "~/contract/messages";
import { type AnyResource, countBound, type ListPayload } from "~/contract/resource";
import { isDay } from "~/contract/validators";
import { Invalid } from "./refusal";
import type { Call } from "./served";

type Columns = Record<string, PgColumn>;
type Row = Record<string, string | number | boolean | null>;

export async function listRows(call: Call, resource: AnyResource, table: PgTable, payload: ListPayload) {
  const columns = table as unknown as Columns;
  const where = and(
    ...Object.entries(payload.filters).map(([name, text]) => condition(resource, columns, name, text.trim())),
  );
  const { rows } = await call.db.execute<{ found: number }>(sql`
    select count(*)::int as found from (select 1 from ${table} ${where ? sql`where ${where}` : sql``} limit ${countBound + 1}) bounded
  `);
  const found = rows[0]?.found ?? 0;
  const count = Math.min(found, countBound);
  const totalPage = Math.max(1, Math.ceil(count / payload.pageSize));
  const pageNo = Math.min(payload.pageNo, totalPage);
  const selection: Columns = { id: column(columns, "id"), rowVersion: column(columns, "rowVersion") };
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.list || name === resource.status || name === resource.nameField) selection[name] = column(columns, name);
  }
  const records = await call.db
    .select(selection)
    .from(table)
    .where(where)
    .orderBy(...orderOf(resource, columns, payload))
    .limit(payload.pageSize)
    .offset((pageNo - 1) * payload.pageSize);
  return {
    reply: { records: records as Row[], pageNo, pageSize: payload.pageSize, totalPage, count },
    capped: found > countBound,
  };
}

function column(columns: Columns, name: string): PgColumn {
  const found = columns[name];
  if (!found) throw new Error(`The table has no column ${name}`);
  return found;
}

/** Ties by id, in the same direction, so that pages never overlap. */
function orderOf(resource: AnyResource, columns: Columns, { sort, order }: ListPayload): SQL[] {
  const chosen = sort || resource.defaultSort.field;
  const direction = (sort ? order : resource.defaultSort.order) === "desc" ? desc : asc;
  const sortable = chosen === "id" || chosen === resource.defaultSort.field || resource.fields[chosen]?.sort === true;
  if (!sortable) throw new Invalid({ sort: [m.v_option()] });
  const id = direction(column(columns, "id"));
  return chosen === "id" ? [id] : [direction(column(columns, chosen)), id];
}

function condition(resource: AnyResource, columns: Columns, name: string, text: string): SQL | undefined {
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (!field?.filter) throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
  if (text === "") return undefined;
  const target = column(columns, name);
  if (field.filter === "contains") return sql`${target} ilike ${`%${text.replace(/[\\%_]/g, "\\$&")}%`}`;
  if (field.filter === "equals") return sql`${target} = ${typedValue(field, name, text)}`;
  const [from = "", to = from] = text.split("~").map((part) => part.trim());
  return and(
    from === "" ? undefined : gte(target, typedValue(field, name, from)),
    to === "" ? undefined : lte(target, typedValue(field, name, to)),
  );
}

function typedValue(field: Field, name: string, text: string): string | number | boolean {
  const refuse = (message: string) => new Invalid({ [`filters.${name}`]: [message] });
  if (field.kind === "number" || field.kind === "money" || field.kind === "reference") {
    if (!/^-?\d{1,15}$/.test(text)) throw refuse(m.v_integer());
    return Number(text);
  }
  if (field.kind === "date" && !isDay(text)) throw refuse(m.v_date());
  if (field.kind === "boolean") return text === "true";
  return text;
}
