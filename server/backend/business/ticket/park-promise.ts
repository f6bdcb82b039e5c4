/** People who are promised a place in a park's day before they have tickets; triggers count them in `park_day`. */
import { sql } from "drizzle-orm";
import type { Call } from "../../kernel/served";

/** `line` of an order that waits for its money, or a `group` that is confirmed. */
interface Promised {
  source: "line" | "group";
  id: number;
  parkId: number;
  day: string;
  people: number;
}

/** After {@link claimCapacity}, which has their days locked. */
export async function promisePlaces({ db }: Call, promised: readonly Promised[]): Promise<void> {
  if (promised.length === 0) return;
  await db.execute(sql`
    insert into park_promise (source, source_id, park_id, day, people)
    select p.source, p.id, p."parkId", p.day, p.people
    from json_to_recordset(${JSON.stringify(promised)}::json) as p (source text, id bigint, "parkId" bigint, day date, people int)
  `);
}

/** Before quotas are given back or tickets issued: the day is locked first, always. */
export async function endPromises({ db }: Call, source: Promised["source"], ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    delete from park_promise where source = ${source} and source_id = any (${sql.param([...ids])}::bigint[])
  `);
}
