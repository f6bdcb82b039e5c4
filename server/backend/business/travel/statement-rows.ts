/** A statement as it is printed: its figures, a page of its movements, and the receipts that paid it. */
import { sql } from "drizzle-orm";
import { agencyStatementRows, statementPageSize, statementPrintedMost } from "~/contract/travel/statement";
import { stamp } from "../../kernel/business-time";
import { dictionariesOf } from "../../kernel/dictionaries";
import { NotFound } from "../../kernel/refusal";
import { firstOf, rowsOf } from "../../kernel/rows";
import { type Served, serve } from "../../kernel/served";
import { type SoldWords, soldWords } from "../order/sold-words";
import { ownName } from "../platform/parameter";

interface Head {
  code: string;
  issuer: string;
  taxTitle: string;
  basis: string;
  agency: string;
  state: string;
  from: string;
  to: string;
  total: number;
  paid: number;
  offset: number;
  count: number;
}

interface Movement {
  id: number;
  at: string;
  kind: string;
  source: string;
  amount: number;
  dispute: string;
  reason: string;
  answer: string;
}

export const statementRowsServed: Served = serve(agencyStatementRows, async ({ db, locale }, { id, page, all }) => {
  const size = all ? statementPrintedMost : statementPageSize;
  const head = await firstOf<Head>(
    db,
    sql`
      select s.code, ${ownName} as issuer, a.name as agency, coalesce(a.tax_title, '') as "taxTitle", s.basis, s.status as state, s.from_day::text as "from", s.to_day::text as "to",
             s.total::float8 as total, s.paid::float8 as paid,
             (
               select coalesce(sum(f.amount), 0)::float8 from agency_statement_offset f
               where f.corp_code = s.corp_code and f.statement_id = s.id
             ) as offset,
             (
               select count(*)::int from agency_statement_row r
               where r.corp_code = s.corp_code and r.statement_id = s.id
             ) as count
      from agency_statement s
      join travel_agency a on a.corp_code = s.corp_code and a.id = s.agency_id
      where s.corp_code = current_setting('app.corp_code') and s.id = ${id}
    `,
  );
  if (!head) throw new NotFound();
  const rows = await rowsOf<Movement>(
    db,
    sql`
      select r.id::float8 as id, l.at, l.kind, l.source, r.amount::float8 as amount,
             coalesce(d.status, '') as dispute, coalesce(d.reason, '') as reason, coalesce(d.answer, '') as answer
      from agency_statement_row r
      join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
      left join lateral (
        select status, reason, answer from agency_statement_dispute
        where corp_code = r.corp_code and statement_id = r.statement_id and order_no = l.source
        order by id desc
        limit 1
      ) d on true
      where r.corp_code = current_setting('app.corp_code') and r.statement_id = ${id}
      order by r.ledger_id
      limit ${size} offset ${(page - 1) * size}
    `,
  );
  const receipts = await rowsOf<{ bankRef: string; amount: number; at: string; by: string }>(
    db,
    sql`
      select c.bank_ref as "bankRef", p.amount::float8 as amount, p.at, p.account_name as by
      from agency_statement_receipt p
      join agency_receipt c on c.corp_code = p.corp_code and c.id = p.receipt_id
      where p.corp_code = current_setting('app.corp_code') and p.statement_id = ${id}
      order by p.id
      limit 500
    `,
  );
  const sold = await soldWords(
    db,
    rows.map(({ source }) => source),
  );
  const words = await dictionariesOf(
    db,
    ["agencyLedgerKind", "agencyStatementState", "statementBasis", "statementDisputeState"],
    locale,
  );
  const said = (name: string, value: string) => words[name]?.find((one) => one.value === value)?.label ?? "";
  return {
    ...head,
    state: said("agencyStatementState", head.state),
    basis: said("statementBasis", head.basis),
    open: ["void", "writtenOff"].includes(head.state) ? 0 : head.total - head.paid,
    lost: head.state === "writtenOff" ? head.total - head.paid - head.offset : 0,
    rows: rows.map(({ dispute, ...row }) => ({
      ...{ ...row, ...whatOf(sold, row), at: stamp(row.at), kind: said("agencyLedgerKind", row.kind) },
      dispute: said("statementDisputeState", dispute),
      waits: dispute === "open",
    })),
    disputable: ["sent", "disputed"].includes(head.state),
    receipts: receipts.map((row) => ({ ...row, at: stamp(row.at) })),
  };
});

/** What a movement was for: of money that went back the names alone, since a part of them may have gone. */
export function whatOf(
  sold: ReadonlyMap<string, SoldWords>,
  { source, amount }: { source: string; amount: number },
): { visitDay: string; what: string } {
  const found = sold.get(source);
  return { visitDay: found?.visitDay ?? "", what: (amount < 0 ? found?.names : found?.sold) ?? "" };
}
