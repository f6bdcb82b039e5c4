/** What stays of the travel trade when a tenant's records are cleared, where it counts what went. */
import { sql } from "drizzle-orm";
import type { Unsettling } from "../../kernel/data-classes";

/** The tickets that were approved go, and with the ledger of the agencies what was booked for agreed quantities. */
export const nothingTaken: Unsettling = {
  with: "records",
  tables: ["reception_quota", "agreed_quantity"],
  work: async (tx) => {
    await tx.execute(sql`
      update reception_quota set used = 0
      where corp_code = current_setting('app.corp_code') and used <> 0
    `);
    await tx.execute(sql`
      update agreed_quantity set status = 'open', tickets = null, amount = null, taken_back = null, unpaid_charge_id = null
      where corp_code = current_setting('app.corp_code') and status = 'booked'
    `);
  },
};
