/** What of parks, ticket types, windows and gates stands: for the start-up guide, which makes the first of them. */
import { sql } from "drizzle-orm";
import { firstOf, rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

interface InPark {
  id: number;
  parkId: number;
  name: string;
}

export interface TicketStanding {
  parks: { id: number; code: string; name: string }[];
  /** Not retired. */
  types: (InPark & { code: string; price: number; status: string })[];
  windows: (InPark & { printer: string })[];
  gates: InPark[];
}

/** In use, the first 200 of each kind. */
export async function ticketStanding({ db }: Pick<Call, "db">): Promise<TicketStanding> {
  const found = await firstOf<TicketStanding>(
    db,
    sql`
      select
        coalesce((
          select json_agg(p order by p.id)
          from (select id, code, name from park where status = 'T' order by id limit 200) p
        ), '[]') as parks,
        coalesce((
          select json_agg(t order by t.sort, t.id)
          from (
            select id, park_id as "parkId", code, name, list_price as price, status, sort
            from ticket_type
            where status <> 'retired'
            order by sort, id
            limit 200
          ) t
        ), '[]') as types,
        coalesce((
          select json_agg(p order by p.id)
          from (select id, park_id as "parkId", name, printer from pos where status = 'T' order by id limit 200) p
        ), '[]') as windows,
        coalesce((
          select json_agg(g order by g.id)
          from (select id, park_id as "parkId", name from gate where status = 'T' order by id limit 200) g
        ), '[]') as gates
    `,
  );
  return found ?? { parks: [], types: [], windows: [], gates: [] };
}

/** A park in use by its id, or by its name. */
export async function parkCalled(
  { db }: Pick<Call, "db">,
  by: { id: number } | { name: string },
): Promise<{ id: number; code: string } | undefined> {
  const which = "id" in by ? sql`id = ${by.id}` : sql`lower(name) = lower(${by.name})`;
  return firstOf(db, sql`select id, code from park where status = 'T' and ${which} order by id limit 1`);
}

/** The first of `P1`, `P2` and so on that no park has. */
export async function freeParkCode({ db }: Pick<Call, "db">): Promise<string> {
  const found = await firstOf<{ code: string }>(
    db,
    sql`
      select 'P' || n as code
      from generate_series(1, (select count(*) from park) + 1) n
      where not exists (select from park p where lower(p.code) = lower('P' || n))
      order by n
      limit 1
    `,
  );
  return found?.code ?? "P1";
}

/** Which of these codes ticket types have, in capitals. */
export async function typeCodes({ db }: Pick<Call, "db">, codes: readonly string[]): Promise<Set<string>> {
  const rows = await rowsOf<{ code: string }>(
    db,
    sql`
      select upper(code) as code
      from ticket_type
      where lower(code) in (select lower(value) from json_array_elements_text(${JSON.stringify(codes)}::json))
    `,
  );
  return new Set(rows.map(({ code }) => code));
}

/** What a park has at its entrance, whatever its state, and the codes that are taken. */
export interface Entrance {
  windows: string[];
  gates: string[];
  /** In use. */
  gateGroupId: number | null;
  codes: string[];
}

export async function entranceOf({ db }: Pick<Call, "db">, parkId: number): Promise<Entrance> {
  const found = await firstOf<Entrance>(
    db,
    sql`
      select
        coalesce((select json_agg(lower(name)) from pos where park_id = ${parkId}), '[]') as windows,
        coalesce((select json_agg(lower(name)) from gate where park_id = ${parkId}), '[]') as gates,
        (select min(id) from gate_group where park_id = ${parkId} and status = 'T') as "gateGroupId",
        coalesce((
          select json_agg(upper(taken.code))
          from (select code from pos union all select code from gate union all select code from gate_group) taken
        ), '[]') as codes
    `,
  );
  return found ?? { windows: [], gates: [], gateGroupId: null, codes: [] };
}
