/** With whom an order is under contract: the agency that it was sold to, and what its invoices are made out to. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface ContractingParty {
  orderId: number;
  agencyId: number;
  name: string;
  /** "" where nobody has entered them yet. */
  title: string;
  taxNumber: string;
  /** Bank and account in one. */
  bank: string;
  /** Address and telephone in one. */
  address: string;
}

/** By order; one that was sold to no agency is left out. */
export async function contractingParties(
  { db }: Call,
  orderIds: readonly number[],
): Promise<Map<number, ContractingParty>> {
  const rows = await rowsOf<ContractingParty>(
    db,
    sql`
      select o.id::float8 as "orderId", a.id::float8 as "agencyId", a.name, coalesce(a.tax_title, '') as title,
             coalesce(a.tax_number, '') as "taxNumber", concat_ws(' ', a.bank, a.bank_account) as bank,
             concat_ws(' ', a.address, a.mobile) as address
      from unnest(${`{${orderIds.join(",")}}`}::bigint[]) as o (id)
      left join travel_order t on t.corp_code = current_setting('app.corp_code') and t.order_id = o.id
      left join agency_charge c on c.corp_code = current_setting('app.corp_code') and c.order_id = o.id
      join travel_agency a
        on a.corp_code = current_setting('app.corp_code') and a.id = coalesce(t.agency_id, c.agency_id)
    `,
  );
  return new Map(rows.map((row) => [row.orderId, row]));
}
