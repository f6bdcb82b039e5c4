/** The demonstration's accounts, one a role. */
import { sql } from "drizzle-orm";
import md5 from "md5";
import { headOffice } from "~/contract/wire";
import type { Transaction } from "../../../db/database";
import type { Say } from "../../../seed/demo-words";
import type { DemoPeople, Staff } from "../../manifest";
import { hashPassword, verifyDigest } from "../password";

export interface DemoAccount {
  accName: string;
  password: string;
  role: string;
}

export const demoPassword = "Demo#2026";

const people = [
  ["manager", "王经理", "manager"],
  ["seller", "李售票", "seller"],
  ["gate", "张验票", "gatekeeper"],
] as const;

/** Side by side: each password takes a core a good while. */
export async function openAccounts(tx: Transaction): Promise<DemoAccount[]> {
  const names = { admin: "administrator", ...Object.fromEntries(people.map(([name, , role]) => [name, role])) };
  const { rows } = await tx.execute<{ name: string; hash: string }>(
    sql`select acc_name as name, password_hash as hash from account where corp_code = ${headOffice}
        and acc_name in ${Object.keys(names)}`,
  );
  const accounts = await Promise.all(
    Object.entries(names).map(async ([accName, role]) => {
      const hash = rows.find(({ name }) => name === accName)?.hash;
      const open = await verifyDigest(hash, md5(demoPassword));
      return open ? [{ accName, password: demoPassword, role }] : [];
    }),
  );
  return accounts.flat();
}

export async function seedAccounts(tx: Transaction, say: Say): Promise<Omit<DemoPeople, "say">> {
  const staff: Staff[] = [];
  for (const [accName, chinese, role] of people) {
    const name = say(chinese);
    const id = (await accountId(tx, accName)) ?? (await seedAccount(tx, accName, name, role));
    staff.push({ id, name });
  }
  const [manager, seller, keeper] = staff;
  if (!manager || !seller || !keeper) throw new Error("the demonstration has an account a role");
  return { manager, seller, keeper };
}

/** What a first start names in Chinese, as long as nobody gave it another name. */
export async function nameStandingRows(tx: Transaction, say: Say): Promise<void> {
  const rename = (table: string, chinese: string, name: string) =>
    tx.execute(
      sql`update ${sql.identifier(table)} set name = ${name} where corp_code = ${headOffice} and name = ${chinese}`,
    );
  await rename("account", "系统管理员", say("系统管理员"));
  for (const [chinese, name] of roleNames) await rename("role", chinese, name);
}

const roleNames = [
  ["经理", "Manager"],
  ["售票员", "Cashier"],
  ["验票员", "Gate attendant"],
] as const;

async function seedAccount(tx: Transaction, accName: string, name: string, role: string): Promise<number> {
  await tx.execute(sql`
    insert into account (acc_name, name, password_hash, initpwd)
    values (${accName}, ${name}, ${await hashPassword(demoPassword)}, 'T')
  `);
  await tx.execute(sql`
    insert into account_role (account_id, role_id)
    select a.id, r.id from account a, role r
    where a.corp_code = ${headOffice} and r.corp_code = ${headOffice} and a.acc_name = ${accName} and r.code = ${role}
  `);
  return (await accountId(tx, accName)) ?? 0;
}

async function accountId(tx: Transaction, accName: string): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(
    sql`select id from account where corp_code = ${headOffice} and acc_name = ${accName}`,
  );
  return rows[0]?.id;
}
