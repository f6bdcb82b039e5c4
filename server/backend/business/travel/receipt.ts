/** The list of what agencies paid in. What went out to them again stands on their accounts, and is no receipt. */
import { sql } from "drizzle-orm";
import { agencyReceipt as resource } from "~/contract/travel/receipt";
import { receiptPaid } from "~/contract/travel/receipt-paid";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound } from "../../kernel/refusal";
import { serveResource } from "../../kernel/resource";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Served, serve } from "../../kernel/served";
import { agencyReceipt as table } from "./account-schema";
import { agencyReference } from "./agency-reference";

const shown = sql`kind in ('topUp', 'rebate', 'reward', 'deposit', 'paidBack')`;

const paid = serve(receiptPaid, async ({ db, locale }, { id }) => {
  const receipt = await firstOf<{ open: number }>(
    db,
    sql`
      select open::float8 as open from agency_receipt
      where corp_code = current_setting('app.corp_code') and id = ${id} and ${shown}
    `,
  );
  if (!receipt) throw new NotFound();
  const rows = await rowsOf<{
    id: number;
    code: string;
    fromDay: string;
    toDay: string;
    state: string;
    amount: number;
  }>(
    db,
    sql`
      select s.id::float8 as id, s.code, s.from_day::text as "fromDay", s.to_day::text as "toDay", s.status as state,
             sum(p.amount)::float8 as amount
      from agency_statement_receipt p
      join agency_statement s on s.corp_code = p.corp_code and s.id = p.statement_id
      where p.corp_code = current_setting('app.corp_code') and p.receipt_id = ${id}
      group by s.id, s.code, s.from_day, s.to_day, s.status
      order by s.id desc
      limit 100
    `,
  );
  const { agencyStatementState = [] } = await dictionariesOf(db, ["agencyStatementState"], locale);
  const said = (state: string) => agencyStatementState.find(({ value }) => value === state)?.label ?? "";
  return { open: receipt.open, statements: rows.map(({ state, ...row }) => ({ ...row, state: said(state) })) };
});

export const receiptServed: Served[] = [
  ...serveResource(resource, { table, references: { agencyId: agencyReference }, rows: () => shown }),
  paid,
];
