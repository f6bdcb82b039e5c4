/**
 * Roles of a first start, in every corp. What a version brings reaches the roles that are still as the product made them;
 * what was offered once is never offered again, so that a right that somebody took away stays away.
 */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../../db/database";
import type { SeedRole } from "../../manifest";

/** Of one corp, or of all. At an ordinary start nothing is new, and nothing is written. */
export async function seedRoles(
  tx: Transaction,
  roles: readonly SeedRole[],
  corpCode: string | null = null,
): Promise<void> {
  const names = JSON.stringify(roles.map(({ code, name }) => ({ code, name: name ?? code })));
  const grants = JSON.stringify(
    roles.flatMap(({ code, grants: own }) =>
      own.flatMap(([fun, buttons]) => ["", ...buttons].map((button) => ({ role: code, fun, button }))),
    ),
  );
  const corps = sql`(select corp_code from corp where ${corpCode}::text is null or corp_code = ${corpCode})`;
  // A role that was offered nothing yet is new; one that an administrator deleted was.
  await tx.execute(sql`
    insert into role (corp_code, code, name)
    select c.corp_code, r.code, r.name
    from ${corps} c
    cross join json_to_recordset(${names}::json) as r (code text, name text)
    where not exists (select from seeded_grant s where (s.corp_code, s.role_code) = (c.corp_code, r.code))
      and not exists (select from role known where known.corp_code = c.corp_code and lower(known.code) = lower(r.code))
  `);
  await tx.execute(sql`
    with product as (
      select distinct role as role_code, fun as fun_code, button as button_code
      from json_to_recordset(${grants}::json) as g (role text, fun text, button text)
    ),
    offered as (
      select c.corp_code, p.*
      from ${corps} c
      cross join product p
      where not exists (
        select from seeded_grant s
        where (s.corp_code, s.role_code, s.fun_code, s.button_code)
            = (c.corp_code, p.role_code, p.fun_code, p.button_code)
      )
    ),
    -- Neither a right taken away nor one added.
    unchanged as (
      select r.corp_code, r.id, r.code
      from role r
      where (r.corp_code, r.code) in (select corp_code, role_code from offered)
        and not exists (
          select s.fun_code, s.button_code from seeded_grant s where (s.corp_code, s.role_code) = (r.corp_code, r.code)
          except
          select g.fun_code, g.button_code from role_grant g where (g.corp_code, g.role_id) = (r.corp_code, r.id)
        )
        and not exists (
          select g.fun_code, g.button_code from role_grant g where (g.corp_code, g.role_id) = (r.corp_code, r.id)
          except
          select s.fun_code, s.button_code from seeded_grant s where (s.corp_code, s.role_code) = (r.corp_code, r.code)
        )
    ),
    granted as (
      insert into role_grant (corp_code, role_id, fun_code, button_code)
      select u.corp_code, u.id, o.fun_code, o.button_code
      from unchanged u
      join offered o on (o.corp_code, o.role_code) = (u.corp_code, u.code)
    )
    insert into seeded_grant (corp_code, role_code, fun_code, button_code)
    select corp_code, role_code, fun_code, button_code from offered
  `);
}
