/** Accounts and roles that stand: for the start-up guide. */
import { sql } from "drizzle-orm";
import type { Transaction } from "../../db/database";
import { firstOf, rowsOf } from "../../kernel/rows";

export interface StaffStanding {
  /** Accounts that may sign in. */
  staff: number;
  people: { id: number; accName: string; name: string; roles: string }[];
}

/** The first 200 people. */
export async function staffStanding(db: Transaction): Promise<StaffStanding> {
  const found = await firstOf<StaffStanding>(
    db,
    sql`
      select
        (select count(*)::int from account where status = 'T') as staff,
        coalesce((
          select json_agg(a order by a.id)
          from (
            select a.id, a.acc_name as "accName", a.name,
                   coalesce((
                     select string_agg(r.name, '、' order by r.id)
                     from account_role ar
                     join role r on r.corp_code = ar.corp_code and r.id = ar.role_id
                     where ar.corp_code = a.corp_code and ar.account_id = a.id
                   ), '') as roles
            from account a
            where a.status = 'T'
            order by a.id
            limit 200
          ) a
        ), '[]') as people
    `,
  );
  return found ?? { staff: 0, people: [] };
}

/** Names of people by their account names, in small letters; whatever their state. */
export async function peopleNamed(db: Transaction, accNames: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf<{ accName: string; name: string }>(
    db,
    sql`
      select lower(acc_name) as "accName", name
      from account
      where lower(acc_name) in (select lower(value) from json_array_elements_text(${JSON.stringify(accNames)}::json))
    `,
  );
  return new Map(rows.map(({ accName, name }) => [accName, name]));
}

export async function rolesByCode(
  db: Transaction,
  codes: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const rows = await rowsOf<{ id: number; code: string; name: string }>(
    db,
    sql`
      select id::float8 as id, lower(code) as code, name
      from role
      where lower(code) in (select lower(value) from json_array_elements_text(${JSON.stringify(codes)}::json))
    `,
  );
  return new Map(rows.map(({ code, id, name }) => [code, { id, name }]));
}
