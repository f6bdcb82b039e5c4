/** What stands in the way of deleting a thing, in words: how many, and one of them by name. */
import { type SQL, sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { ordersOfPos } from "../order/query-parts";

type Words = (inputs: { n: string; first: string }) => string;

interface User {
  /** `from … where …`, with the alias `u`. */
  from: SQL;
  /** Its name or number. */
  name: SQL;
  words: Words;
}

/** Counting stops here: "99+" says enough. */
const bound = 99;

async function usersOf(call: Call, users: User[]): Promise<string[]> {
  const counted = users.map(
    ({ from, name }, place) => sql`
      select ${place}::int as place, count(*)::int as n, min(name) as first
      from (select ${name} as name ${from} order by u.id limit ${bound + 1}) used
    `,
  );
  const rows = await rowsOf<{ place: number; n: number; first: string | null }>(
    call.db,
    sql`${sql.join(counted, sql` union all `)} order by place`,
  );
  return rows.flatMap(({ place, n, first }) => {
    const user = users[place];
    return user && n > 0 ? [user.words({ n: n > bound ? `${bound}+` : String(n), first: first ?? "" })] : [];
  });
}

const name = sql`u.name`;

export const dependents = {
  park: (call: Call, id: number) =>
    usersOf(call, [
      { from: sql`from ticket_type u where park_id = ${id}`, name, words: m.r_dep_ticket_types },
      { from: sql`from gate_group u where park_id = ${id}`, name, words: m.r_dep_gate_groups },
      { from: sql`from gate u where park_id = ${id}`, name, words: m.r_dep_gates },
      { from: sql`from pos u where park_id = ${id}`, name, words: m.r_dep_pos },
      { from: sql`from park u where parent_id = ${id}`, name, words: m.forms_dep_parks },
    ]),
  gateGroup: (call: Call, id: number) =>
    usersOf(call, [
      { from: sql`from gate u where gate_group_id = ${id}`, name, words: m.r_dep_gates },
      { from: sql`from ticket_type u where gate_group_id = ${id}`, name, words: m.r_dep_ticket_types },
    ]),
  gate: (call: Call, id: number) =>
    usersOf(call, [{ from: sql`from passage u where gate_id = ${id}`, name: sql`''`, words: m.r_dep_passages }]),
  pos: (call: Call, id: number) => usersOf(call, [{ ...ordersOfPos(id), words: m.r_dep_orders }]),
  ticketType: (call: Call, id: number) =>
    usersOf(call, [
      { from: sql`from ticket u where ticket_type_id = ${id}`, name: sql`u.ticket_no`, words: m.r_dep_tickets },
      { from: sql`from price_policy u where ticket_type_id = ${id}`, name, words: m.r_dep_policies },
      {
        from: sql`from quota_pool u where id in (select pool_id from quota_pool_type where ticket_type_id = ${id})`,
        name,
        words: m.r_dep_pools,
      },
    ]),
};
