/** Accounts that no rule of addresses binds. */
import { sql } from "drizzle-orm";

/** No rule of its own, nor of its roles, says where an account comes from. */
export const fromAnywhere = (name: "a" | "other") => sql`(
  coalesce(${sql.identifier(name)}.addresses, '') = '' and not exists (
    select from account_role ar
    join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
    where ar.corp_code = ${sql.identifier(name)}.corp_code and ar.account_id = ${sql.identifier(name)}.id
      and r.addresses <> ''
  )
)`;
