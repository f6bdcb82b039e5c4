/** A page of a hand-written list: filters as conditions, a sort with an index behind it, a count that knows its bound. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import type { ListPayload } from "~/contract/resource";
import { boundedCount } from "./bounded-count";
import { Invalid } from "./refusal";
import { rowsOf } from "./rows";
import type { Call } from "./served";

export interface Listing {
  /** Table with its alias, e.g. `orders o`; the page's ids are found in it alone, from its indexes. */
  from: SQL;
  id: SQL;
  conditions: SQL[];
  /** Columns that may be sorted by. */
  sorts: Record<string, SQL>;
  /** The statement that reads the rows, given the ids in order (a set `page(id, place)`). */
  rows: (page: SQL) => SQL;
}

export interface Page<R> {
  records: R[];
  pageNo: number;
  pageSize: number;
  totalPage: number;
  count: number;
  /** The count stopped at the bound: there are more, which a narrower filter shows. */
  capped: boolean;
}

/** Pages reach as far as the count does, so the farthest page costs a walk of countBound index entries. */
export async function listPage<R>(
  call: Call,
  { pageNo, pageSize, sort, order }: ListPayload,
  listing: Listing,
): Promise<Page<R>> {
  const conditions = listing.conditions.length > 0 ? sql.join(listing.conditions, sql` and `) : undefined;
  const where = conditions ? sql`where ${conditions}` : sql``;
  const { count, capped } = await boundedCount(call, listing.from, conditions);
  const totalPage = Math.max(1, Math.ceil(count / pageSize));
  const shown = Math.min(pageNo, totalPage);
  const records = await rowsOf<R>(
    call.db,
    listing.rows(sql`
      select paged.id, row_number() over () as place
      from (
        select ${listing.id} as id
        from ${listing.from}
        ${where}
        order by ${orderBy(listing, sort, order)}
        limit ${pageSize} offset ${(shown - 1) * pageSize}
      ) paged
    `),
  );
  return { records, pageNo: shown, pageSize, totalPage, count, capped };
}

/** Newest first unless a sort is asked for; ties by id, in the same direction, so that pages never overlap. */
export function orderBy({ id, sorts }: Listing, sort: string | undefined, order: "asc" | "desc"): SQL {
  if (sort === undefined || sort === "") return sql`${id} desc`;
  const column = Object.hasOwn(sorts, sort) ? sorts[sort] : undefined;
  if (!column) throw new Invalid({ sort: [m.v_option()] });
  const direction = sql.raw(order);
  return sort === "id" ? sql`${id} ${direction}` : sql`${column} ${direction}, ${id} ${direction}`;
}

type Condition = (value: string, name: string) => SQL;

/** Filters that are left empty do nothing; unknown ones are refused. */
export function equalityConditions(filters: ListPayload["filters"], known: Record<string, Condition>): SQL[] {
  return Object.entries(filters).flatMap(([name, raw]) => {
    const condition = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!condition) throw new Invalid({ [`filters.${name}`]: [m.v_unknown_field()] });
    const value = raw.trim();
    return value === "" ? [] : [condition(value, name)];
  });
}

export function equals(column: SQL): Condition {
  return (value) => sql`${column} = ${value}`;
}
