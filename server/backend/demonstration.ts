/** The demonstration: the businesses' rows, and an account for every role. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import { manifests } from "./business/manifests";
import { type DemoAccount, openAccounts, seedAccounts } from "./business/platform/demonstration/accounts";
import { seedStaff } from "./business/platform/demonstration/staff";
import type { Database } from "./db/database";
import { chance } from "./seed/people";

export { type DemoAccount, demoPassword } from "./business/platform/demonstration/accounts";

/**
 * Once: a second start leaves everything as it is. Answers the accounts that still have the demonstration's password, the
 * administrator's among them.
 */
export async function seedDemo(database: Database, now = new Date()): Promise<DemoAccount[]> {
  return database.system(
    async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${headOffice}, true)`);
      const people = await seedAccounts(tx);
      await seedStaff(tx, chance(20_261_121), now);
      for (const { demonstration } of manifests) await demonstration?.(tx, people, now);
      return openAccounts(tx);
    },
    { patience: "none" },
  );
}
