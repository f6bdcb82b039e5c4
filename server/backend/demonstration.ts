/** The demonstration: the businesses' rows, and an account for every role. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import { manifests } from "./business/manifests";
import {
  type DemoAccount,
  nameStandingRows,
  openAccounts,
  seedAccounts,
} from "./business/platform/demonstration/accounts";
import { seedStaff } from "./business/platform/demonstration/staff";
import type { Database } from "./db/database";
import { type DemoLanguage, type Say, sayIn } from "./seed/demo-words";
import { chance } from "./seed/people";

export { type DemoAccount, demoPassword } from "./business/platform/demonstration/accounts";

/**
 * Once: a second start leaves everything as it is. Answers the accounts that still have the demonstration's password, the
 * administrator's among them.
 */
export async function seedDemo(
  database: Database,
  now = new Date(),
  language: DemoLanguage = "zh-CN",
  say: Say = sayIn(language),
): Promise<DemoAccount[]> {
  return database.system(
    async (tx) => {
      await tx.execute(sql`select set_config('app.corp_code', ${headOffice}, true)`);
      if (language !== "zh-CN") await nameStandingRows(tx, say);
      const people = { ...(await seedAccounts(tx, say)), say };
      await seedStaff(tx, chance(20_261_121), now, say);
      for (const { demonstration } of manifests) await demonstration?.(tx, people, now);
      return openAccounts(tx);
    },
    { patience: "none" },
  );
}
