/** The people of a corp, for the businesses: who somebody is that was named, and what refers to them. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { account, role } from "./account-schema";
import { department, employee } from "./organisation-schema";

export const operatorReference = { table: account, name: account.name, status: account.status };
export const departmentReference = { table: department, name: department.name, parent: department.parentId };
export const employeeReference = { table: employee, name: employee.name };
export const employeeOnDutyReference = {
  table: employee,
  name: employee.name,
  only: sql`${employee.state} = 'onDuty'`,
};
export const roleReference = { table: role, name: role.name };

export interface Person {
  id: number;
  accName: string;
  name: string;
  /** Their department and those above it. */
  departments: number[];
  roles: number[];
}

/** Accounts in use by their account name, or else all by their name: several people may have the same. */
export async function peopleCalled({ db }: Pick<Call, "db">, called: string): Promise<Person[]> {
  const people = await rowsOf<Person>(
    db,
    sql`
      with recursive named as (
        select id, acc_name, name, department_id
        from account
        where status = 'T' and (lower(acc_name) = lower(${called}) or name = ${called})
        limit 20
      ),
      above as (
        select n.id as person, d.id, d.parent_id
        from named n
        join department d on d.id = n.department_id
        union
        select a.person, d.id, d.parent_id
        from above a
        join department d on d.id = a.parent_id
      )
      select n.id, n.acc_name as "accName", n.name,
             array(select a.id from above a where a.person = n.id) as departments,
             array(select r.role_id from account_role r where r.account_id = n.id) as roles
      from named n
      order by n.id
    `,
  );
  const exact = people.filter(({ accName }) => accName.toLowerCase() === called.toLowerCase());
  return exact.length > 0 ? exact : people;
}

/** Names of accounts, by id. */
export async function namesOfAccounts(
  { db }: Pick<Call, "db">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id::float8 as id, name from account where id = any (${`{${ids}}`}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Names of departments by their ids. */
export async function departmentNames(
  { db }: Pick<Call, "db">,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ id: number; name: string }>(
    db,
    sql`select id::float8 as id, name from department where id = any (${`{${ids}}`}::bigint[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The caller's own account name. */
export async function ownAccountName({ db, caller }: Pick<Call, "db" | "caller">): Promise<string> {
  const [own] = await rowsOf<{ accName: string }>(
    db,
    sql`select acc_name as "accName" from account where id = ${caller.userId}`,
  );
  return own?.accName ?? "";
}

export interface Employed {
  id: number;
  code: string;
  name: string;
  identity: string | null;
  mobile: string | null;
  onDuty: boolean;
}

/** Employees by their numbers, whatever the case. Nobody among them leaves until the transaction ends. */
export function employeesNumbered({ db }: Pick<Call, "db">, codes: readonly string[]): Promise<Employed[]> {
  return rowsOf<Employed>(
    db,
    sql`
      select id::float8 as id, code, name, identity, mobile, state <> 'left' as "onDuty"
      from employee
      where lower(code) in (select lower(value) from jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))
      order by id
      for share
    `,
  );
}

/** What else ends when somebody leaves. */
const endings: ((call: Call, employeeId: number) => Promise<void>)[] = [];

/** In the transaction that notes the leaving. */
export function endsWithEmployment(ending: (call: Call, employeeId: number) => Promise<void>): void {
  endings.push(ending);
}

export async function endOf(call: Call, employeeId: number): Promise<void> {
  for (const ending of endings) await ending(call, employeeId);
}

interface Leaving {
  employeeId: number;
  accountId: number | null;
}

/** What somebody has in hand that another must take over before they leave, in words; empty where there is nothing. */
type Keeper = (call: Call, who: Leaving) => Promise<string[]>;
const keepers: Keeper[] = [];
export const keepsEmployment = (keeper: Keeper): void => void keepers.push(keeper);

export async function leftToHandOver(call: Call, who: Leaving): Promise<string[]> {
  const all: string[] = [];
  for (const keeper of keepers) all.push(...(await keeper(call, who)));
  return all;
}
