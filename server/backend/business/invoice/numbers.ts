/** Numbers that the tax bureau gave: twenty digits, each of one invoice or red letter. */
import { sql } from "drizzle-orm";
import { isInvoiceNumber } from "~/contract/invoice/tax-number";
import { m } from "~/contract/messages";
import { Invalid } from "../../kernel/refusal";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** The serial of whichever has the number already. */
export async function holderOf({ db }: Pick<Call, "db">, number: string): Promise<string> {
  const found = await firstOf<{ serial: string }>(
    db,
    sql`
      select serial from invoice where corp_code = current_setting('app.corp_code') and number = ${number}
      union all
      select serial from invoice_red where corp_code = current_setting('app.corp_code') and number = ${number}
      limit 1
    `,
  );
  return found?.serial ?? "";
}

/** As staff have typed it. Two who type the same at once wait for each other. */
export async function takeNumber(call: Call, typed: string): Promise<string> {
  const number = typed.replace(/\s/g, "");
  if (!isInvoiceNumber(number)) throw new Invalid({ number: [m.invoice_v_number()] });
  await call.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice ${number}`}, 0))`);
  const serial = await holderOf(call, number);
  if (serial !== "") throw new Invalid({ number: [m.invoice_v_number_twice({ serial })] });
  return number;
}
