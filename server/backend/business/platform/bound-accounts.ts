/** Accounts that are bound to parks, once the parks are cleared: bound to none they would work in every park that is made later. */
import { sql } from "drizzle-orm";
import type { Unsettling } from "../../kernel/data-classes";

export const suspendBound: Unsettling = {
  with: "settings",
  tables: ["account"],
  work: async (tx) => {
    await tx.execute(sql`
      update account a set status = 'F'
      where a.corp_code = current_setting('app.corp_code') and a.status = 'T'
        and exists (select from account_park b where b.corp_code = a.corp_code and b.account_id = a.id)
    `);
  },
};
