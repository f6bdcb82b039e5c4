/** Money that goes back although its invoice stands: only where the red letter was asked for, and came to nothing. */
import { sql } from "drizzle-orm";
import { m } from "~/contract/messages";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

/** What is to be done first about one of these invoices; "" where of each the other side has refused, or let the time pass. */
export async function whyNotUnreversed({ db }: Call, invoiceIds: readonly number[]): Promise<string> {
  const found = await firstOf<{ serial: string; issued: boolean; open: string | null }>(
    db,
    sql`
      select i.serial, i.number is not null as issued, r.open
      from invoice i
      cross join lateral (
        select min(r.serial) filter (where r.status in ('waiting', 'confirmed', 'sent')) as open,
               coalesce(bool_or(r.status in ('refused', 'lapsed')), false) as failed
        from invoice_red r
        where r.corp_code = i.corp_code and r.invoice_id = i.id
      ) r
      where i.corp_code = current_setting('app.corp_code') and i.status not in ('cancelled', 'reversed')
        and i.id = any (${`{${invoiceIds.join(",")}}`}::bigint[])
        and (i.number is null or r.open is not null or not r.failed)
      order by i.id
      limit 1
    `,
  );
  if (!found) return "";
  if (!found.issued) return m.invoice_first_request({ serial: found.serial });
  return found.open ? m.invoice_first_waits({ serial: found.open }) : m.invoice_first_none({ serial: found.serial });
}
