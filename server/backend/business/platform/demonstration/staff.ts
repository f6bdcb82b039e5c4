/** The people of the demonstration's operator: its departments, and who works in them. */

import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../../db/database";
import { addDays, businessDay } from "../../../kernel/business-time";
import type { Say } from "../../../seed/demo-words";
import { type Chance, identityOf, mobileOf, personName } from "../../../seed/people";

type Branch = [name: string, positions: string[], below?: Branch[]];

const departments: Branch[] = [
  ["总经理办公室", ["总经理", "行政主管", "法务专员"]],
  [
    "票务部",
    ["票务经理", "票务主管"],
    [
      ["售票组", ["售票员", "售票员", "售票员", "售票员", "售票班长"]],
      ["检票组", ["检票员", "检票员", "检票员", "检票员", "检票班长"]],
    ],
  ],
  [
    "市场营销部",
    ["市场经理"],
    [
      ["渠道组", ["旅行社业务员", "旅行社业务员", "网络渠道专员"]],
      ["策划组", ["活动策划", "新媒体运营"]],
    ],
  ],
  ["游客服务中心", ["服务经理", "讲解员", "讲解员", "讲解员", "咨询专员"]],
  ["工程设备部", ["设备主管", "电工", "闸机维护员", "水暖工"]],
  ["财务部", ["财务经理", "会计", "出纳"]],
  ["安全保卫部", ["安保队长", "安保员", "安保员", "安保员"]],
  ["信息中心", ["系统管理员", "网络工程师"]],
];

/** Operators of the demonstration by the department and position that they stand in. */
const operators: Record<string, string> = {
  "票务部 票务经理": "manager",
  "售票组 售票班长": "seller",
  "检票组 检票班长": "gate",
};

/** Once: where there are departments nothing is added. Runs with the corp set. */
export async function seedStaff(tx: Transaction, chance: Chance, now: Date, say: Say): Promise<void> {
  const { rows } = await tx.execute(sql`select from department where corp_code = ${headOffice} limit 1`);
  if (rows.length > 0) return;
  let number = 1000;
  const add = async ([name, positions, below = []]: Branch, parentId: number | null, sort: number): Promise<void> => {
    const made = await tx.execute<{ id: number }>(
      sql`insert into department (name, parent_id, sort) values (${say(name)}, ${parentId}, ${sort}) returning id`,
    );
    const id = Number(made.rows[0]?.id);
    for (const position of positions) {
      number += 1;
      await hire(tx, chance, now, { id, name, position, code: String(number), say });
    }
    for (const [place, branch] of below.entries()) await add(branch, id, place + 1);
  };
  for (const [place, branch] of departments.entries()) await add(branch, null, place + 1);
}

interface Post {
  id: number;
  name: string;
  position: string;
  code: string;
  say: Say;
}

async function hire(
  tx: Transaction,
  chance: Chance,
  now: Date,
  { id, name, position, code, say }: Post,
): Promise<void> {
  const account = operators[`${name} ${position}`] ?? "";
  const entry = dayBefore(now, chance.integer(40, 3_000));
  const left = account === "" && chance.happens(0.08);
  await tx.execute(sql`
    insert into employee (code, name, identity, mobile, department_id, position, entry_day, state, leave_day, account_id)
    select ${code}, coalesce(a.name, ${say(personName(chance))}), ${identityOf(chance)}, ${mobileOf(chance)}, ${id},
           ${say(position)}, ${entry}, ${left ? "left" : "onDuty"}, ${left ? dayBefore(now, chance.integer(1, 30)) : null}, a.id
    from (select 1) one
    left join account a on a.corp_code = ${headOffice} and a.acc_name = ${account}
  `);
  if (account === "") return;
  await tx.execute(sql`
    update account
    set department_id = ${id}, dept_name = ${say(name)}, last_signed_in_at = ${now.toISOString()}::timestamptz - interval '1 day'
    where corp_code = ${headOffice} and acc_name = ${account} and department_id is null
  `);
}

function dayBefore(now: Date, days: number): string {
  return addDays(businessDay(now), -days);
}
