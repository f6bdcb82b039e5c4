/** Switches that are off at first and on in the demonstration, so that what they open can be seen. */
import { sql } from "drizzle-orm";
import type { ParameterCode } from "~/contract/parameters";
import type { Transaction } from "../../../db/database";

export async function switchOn(tx: Transaction, code: ParameterCode): Promise<void> {
  await tx.execute(sql`
    update sys_param set param_option = 'T'
    where corp_code = current_setting('app.corp_code') and param_code = ${code}
  `);
}
