/** Operators and employees by name, account, number or mobile number. */
import { type SQL, sql } from "drizzle-orm";
import { employee } from "~/contract/platform/employee";
import { operator } from "~/contract/platform/operator";
import { type Finder, mobileIn, partOf, type Sought } from "../../kernel/finder";
import { rowsOf } from "../../kernel/rows";

interface Row {
  id: number;
  name: string;
  number: string;
  department: string | null;
}

/** Their mobile number whole, or a part of what they are called. */
const named = (mobile: SQL, columns: readonly SQL[]) => (sought: Sought) => {
  const whole = mobileIn(sought);
  return whole === null ? partOf(columns, sought) : sql`${mobile} = ${whole}`;
};

const foundAt = (path: string, rows: readonly Row[]) =>
  rows.map(({ id, name, number, department }) => ({
    id,
    name,
    hint: [number, department ?? ""].filter(Boolean).join(" · "),
    to: `${path}/${id}`,
  }));

const operators: Finder = {
  title: operator.title,
  funs: [operator.fun],
  thing: operator.thing,
  id: sql`a.id`,
  match: named(sql`a.mobile`, [sql`a.name`, sql`a.acc_name`]),
  read: async ({ db }, fitting, most) =>
    foundAt(
      operator.path,
      await rowsOf<Row>(
        db,
        sql`
          select a.id::float8 as id, a.name, a.acc_name as number, a.dept_name as department
          from account a
          where a.corp_code = current_setting('app.corp_code') and ${fitting}
          order by a.id
          limit ${most}
        `,
      ),
    ),
};

const employees: Finder = {
  title: employee.title,
  funs: [employee.fun],
  thing: employee.thing,
  id: sql`e.id`,
  match: named(sql`e.mobile`, [sql`e.name`, sql`e.code`]),
  read: async ({ db }, fitting, most) =>
    foundAt(
      employee.path,
      await rowsOf<Row>(
        db,
        sql`
          select e.id::float8 as id, e.name, e.code as number, d.name as department
          from employee e
          left join department d on d.corp_code = e.corp_code and d.id = e.department_id
          where e.corp_code = current_setting('app.corp_code') and ${fitting}
          order by e.id
          limit ${most}
        `,
      ),
    ),
};

export const findsPeople: readonly Finder[] = [operators, employees];
