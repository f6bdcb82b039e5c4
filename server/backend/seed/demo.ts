/** The demonstration: two parks with sixty days behind them, and an account for every role. */
import { sql } from "drizzle-orm";
import md5 from "md5";
import { headOffice } from "~/contract/wire";
import { hashPassword, verifyDigest } from "../business/platform/password";
import { businessDay } from "../business/ticket/check-clock";
import type { Database, Transaction } from "../db/database";
import { filledTables } from "../db/maintenance";
import { inventPassages, inventRefunds, settleTickets } from "./demonstration/aftermath";
import { insertCatalogue } from "./demonstration/catalogue";
import { inventOrders, type Staff, type World } from "./demonstration/history";
import { chance } from "./demonstration/people";
import { insertHistory } from "./demonstration/rows";
import { seedStaff } from "./demonstration/staff";

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

/**
 * Once: a second start finds the parks and leaves everything as it is. Answers the accounts that still have the
 * demonstration's password, the administrator's among them.
 */
export async function seedDemo(database: Database, now = new Date()): Promise<DemoAccount[]> {
  return database.system(
    async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${headOffice}, true)`);
      const [manager, seller, keeper] = await seedAccounts(tx);
      await seedStaff(tx, chance(20_261_121), now);
      const { rows } = await tx.execute(sql`select from park limit 1`);
      if (rows.length === 0) await seedBusiness(tx, { manager, seller, keeper, now });
      return openAccounts(tx);
    },
    { patience: "none" },
  );
}

/** Side by side: each password takes a core a good while. */
async function openAccounts(tx: Transaction): Promise<DemoAccount[]> {
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

async function seedAccounts(tx: Transaction): Promise<[Staff, Staff, Staff]> {
  const staff: Staff[] = [];
  for (const [accName, name, role] of people) {
    const id = (await accountId(tx, accName)) ?? (await seedAccount(tx, accName, name, role));
    staff.push({ id, name });
  }
  return staff as [Staff, Staff, Staff];
}

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

async function seedBusiness(tx: Transaction, staff: Pick<World, "manager" | "seller" | "keeper" | "now">) {
  const { rows } = await tx.execute<{ day: string; makeUp: boolean }>(
    sql`select day, make_up as "makeUp" from holiday`,
  );
  const world: World = {
    ...staff,
    chance: chance(20_261_120),
    catalogue: await insertCatalogue(tx, businessDay(staff.now)),
    holidays: new Map(rows.map(({ day, makeUp }) => [day, makeUp])),
  };
  const orders = inventOrders(world);
  const refunds = inventRefunds(world, orders);
  const passages = inventPassages(world, orders);
  settleTickets(world, orders, passages);
  await insertHistory(tx, world, orders, refunds, passages);
  // Thousands of rows came at once: without this the first hours are planned as if the tables were empty.
  const { rows: filled } = await tx.execute<{ name: string }>(sql.raw(filledTables));
  for (const { name } of filled) await tx.execute(sql.raw(`analyze ${name}`));
}
