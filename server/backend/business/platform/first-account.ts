/** The way back in for whoever owns the data: a new password for the first account, which nobody else resets. */
import { sql } from "drizzle-orm";
import { headOffice } from "~/contract/wire";
import type { Database } from "../../db/database";
import { takeFactors } from "./factor/reset";
import { hashPassword, randomPassword } from "./password";
import { firstAccount } from "./standing";

export interface NewPassword {
  accName: string;
  /** Told once, kept nowhere; it opens nothing before it is changed. */
  password: string;
}

/** As the audit trail names what was done from outside the console. */
const who = "admin:password";

/**
 * A random password for account 1: its sessions end (by a trigger), its lock of failed sign-ins too, and should it be
 * suspended it is active again. `factorToo`: its second factor and its address rule go as well. Null where there is no such account: the console was never started on this database.
 */
export async function resetFirstPassword(database: Database, factorToo = false): Promise<NewPassword | null> {
  const password = randomPassword();
  const passwordHash = await hashPassword(password);
  return database.system(async (tx) => {
    const { rows } = await tx.execute<{ acc_name: string; name: string }>(sql`
      update account
      set password_hash = ${passwordHash}, initpwd = 'F', must_change_password = true, status = 'T',
          locked_until = null,
          row_version = row_version + 1, updated_at = now()
      where corp_code = ${headOffice} and id = ${firstAccount}
      returning acc_name, name
    `);
    const [found] = rows;
    if (!found) return null;
    if (factorToo) {
      await takeFactors(tx, { corpCode: headOffice, id: firstAccount });
      await tx.execute(
        sql`update account set addresses = null where corp_code = ${headOffice} and id = ${firstAccount}`,
      );
    }
    await tx.execute(sql`
      insert into sign_in_log (corp_code, acc_name, account_id, outcome, at)
      values (${headOffice}, ${found.acc_name}, ${firstAccount}, 'unlocked', now())
    `);
    await tx.execute(sql`
      insert into audit_log (corp_code, account_id, account_name, method, thing, thing_id, label, after, request_id)
      values (${headOffice}, 0, ${who}, 'adminPassword', 'operator', ${firstAccount}, ${found.name},
              ${JSON.stringify({ password: "reset", ...(factorToo && { secondFactor: "removed" }) })}::jsonb, '')
    `);
    return { accName: found.acc_name, password };
  });
}
