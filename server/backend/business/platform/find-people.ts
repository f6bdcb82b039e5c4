/** Operators and employees by name, account, number or mobile number. */
import { type SQL, sql } from "drizzle-orm";
import { employee } from "~/contract/platform/employee";
import { operator } from "~/contract/platform/operator";
import { type Finder, mobileIn, partOf, type Sought } from "../../kernel/finder";
import { finderOf, recordsOf } from "../../kernel/record-finder";

/** Their mobile number whole, or a part of what they are called. */
const named = (mobile: SQL, columns: readonly SQL[]) => (sought: Sought) => {
  const whole = mobileIn(sought);
  return whole === null ? partOf(columns, sought) : sql`${mobile} = ${whole}`;
};

const operators = finderOf({
  ...recordsOf(operator),
  match: named(sql`a.mobile`, [sql`a.name`, sql`a.acc_name`]),
  from: sql`account a`,
  letter: "a",
  name: sql`a.name`,
  hints: [sql`a.acc_name`, sql`a.dept_name`],
  order: sql`a.id`,
});

const employees = finderOf({
  ...recordsOf(employee),
  match: named(sql`e.mobile`, [sql`e.name`, sql`e.code`]),
  from: sql`employee e left join department d on d.corp_code = e.corp_code and d.id = e.department_id`,
  letter: "e",
  name: sql`e.name`,
  hints: [sql`e.code`, sql`d.name`],
  order: sql`e.id`,
});

export const findsPeople: readonly Finder[] = [operators, employees];
