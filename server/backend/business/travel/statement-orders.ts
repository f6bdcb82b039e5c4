/** The orders of a statement, for those who make out its invoice. */
import { sql } from "drizzle-orm";
import { firstOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";

export interface StatementOrders {
  code: string;
  /** Nothing is added to it and nothing taken from it any more. */
  fixed: boolean;
  orderIds: number[];
}

/** Each order once, however often its money moved; null where the caller has no such statement. */
export async function ordersOfStatement({ db }: Call, id: number): Promise<StatementOrders | null> {
  const found = await firstOf<StatementOrders>(
    db,
    sql`
      select s.code, s.status in ('closed', 'partlyPaid', 'paid') as fixed, (
               select coalesce(json_agg(distinct c.order_id), '[]')
               from agency_statement_row r
               join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
               join agency_charge c on c.corp_code = l.corp_code and c.order_no = l.source and c.agency_id = s.agency_id
               where r.corp_code = s.corp_code and r.statement_id = s.id
             ) as "orderIds"
      from agency_statement s
      where s.corp_code = current_setting('app.corp_code') and s.id = ${id}
    `,
  );
  return found ?? null;
}
