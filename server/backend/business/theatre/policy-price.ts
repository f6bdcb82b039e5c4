/** The policies of a session, and what a seat costs under one. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import type { SessionRow } from "./read-session";

export interface Policy {
  id: number;
  name: string;
  how: "asked" | "all";
  /** Percent. */
  off: number;
}

/** Of the session's show, day and time; those that take most off first. */
export const policiesOf = ({ db }: Call, { id }: Pick<SessionRow, "id">): Promise<Policy[]> =>
  rowsOf<Policy>(
    db,
    sql`
      select p.id::float8 as id, p.name, p.how, p.off
      from theatre_policy p
      join theatre_session x on x.corp_code = p.corp_code and x.id = ${id}
      where p.corp_code = current_setting('app.corp_code') and p.status = 'T'
        and (p.show_id is null or p.show_id = x.show_id)
        and (p.days = 'any' or (p.days = 'weekend') = (extract(isodow from x.day) >= 6))
        and (p.from_time is null or x.time >= p.from_time)
        and (p.until_time is null or x.time < p.until_time)
      order by p.off desc, p.id
    `,
  );

/** What was chosen for a seat counts; else what is taken off for all. Reductions are never added up. */
export function policyFor(policies: readonly Policy[], chosen: number | null): Policy | null {
  return policies.find(({ id }) => id === chosen) ?? policies.find(({ how }) => how === "all") ?? null;
}

/** Fen. */
export const reducedBy = (full: number, policy: Policy | null) => (policy ? Math.round((full * policy.off) / 100) : 0);
