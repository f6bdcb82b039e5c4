/** What a first start creates: head office, the function tree, parameters, dictionaries, areas, roles, the administrator. */
import { eq, sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database, Transaction } from "../../../db/database";
import { administrator } from "../../../kernel/access";
import type { SeedRole } from "../../manifest";
import { account } from "../account-schema";
import { corp } from "../corp-schema";
import { renewTree } from "../menu-tree";
import { hashPassword, randomPassword } from "../password";
import { seedAreas } from "./areas";
import { seedDictionaries } from "./dictionary-rows";
import { seedFunctions } from "./function-rows";
import { seedParameters } from "./parameters";
import { seedRoles } from "./role-grants";

export interface FirstStart {
  /** Told once; null when the administrator was there already. */
  firstPassword: string | null;
}

/** Idempotent: function tree, dictionaries and parameters are brought up to date at every start, the rest is made once. A first password `mustChange` at the first sign-in. */
export async function seedFirstStart(
  database: Database,
  roles: readonly SeedRole[],
  adminPassword?: string,
  mustChange = adminPassword === undefined,
): Promise<FirstStart> {
  const firstPassword = adminPassword ?? randomPassword();
  // Slow by intent, so only where it is needed, and before the transaction.
  const isFirst = !(await database.system(hasAdministrator, { readOnly: true }));
  const passwordHash = isFirst ? await hashPassword(firstPassword) : "";
  return database.system(
    async (tx) => ({
      firstPassword: (await seedWithin(tx, roles, { passwordHash, mustChange })) ? firstPassword : null,
    }),
    { patience: "none" },
  );
}

/** Within a transaction of the owner; answers whether it was the first start of this database. */
export async function seedWithin(
  tx: Transaction,
  roles: readonly SeedRole[],
  first: { passwordHash: string; mustChange: boolean },
): Promise<boolean> {
  // Two nodes that start at once on an empty database do it one after the other.
  await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLock})`);
  await seedFunctions(tx);
  await renewTree(tx);
  await seedAreas(tx);
  if (await hasAdministrator(tx)) {
    await seedDictionaries(tx);
    await seedParameters(tx);
    await seedRoles(tx, roles);
    return false;
  }
  await createCorp(tx, headOffice, "总部", roles);
  await tx.execute(sql`select setval(pg_get_serial_sequence('account', 'id'), 1, false)`);
  await tx.insert(account).values({
    corpCode: headOffice,
    accName: "admin",
    name: "系统管理员",
    accType: administrator,
    passwordHash: first.passwordHash,
    mustChangePassword: first.mustChange,
    isRealName: "T",
  });
  return true;
}

/** Any number: whoever seeds holds it. */
const advisoryLock = 7_310_045;

/** Whether the first account is there. */
async function hasAdministrator(tx: Transaction): Promise<boolean> {
  const [known] = await tx.select({ id: account.id }).from(account).where(eq(account.id, 1));
  return known !== undefined;
}

/** A corp with its own parameters, dictionaries and roles; each but head office is a tenant of it. */
export async function createCorp(
  tx: Transaction,
  corpCode: string,
  name: string,
  roles: readonly SeedRole[],
): Promise<void> {
  await tx.execute(sql`select set_config('app.corp_code', ${corpCode}, true)`);
  await tx.insert(corp).values({ corpCode, name });
  if (corpCode !== headOffice)
    await tx.execute(sql`insert into tenant (corp_code, code, name) values (${headOffice}, ${corpCode}, ${name})`);
  await seedParameters(tx, corpCode);
  await seedDictionaries(tx, corpCode);
  await seedRoles(tx, roles, corpCode);
}
