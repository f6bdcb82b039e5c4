/** What must hold of statements, to the fen. */
import { m } from "~/contract/messages";
import { fen, said } from "../../kernel/invariant";
import type { BackendManifest } from "../manifest";

export const statementInvariants: NonNullable<BackendManifest["invariants"]> = {
  "a statement's total is what its movements add up to in the ledger": {
    says: m.rule_a_statement_total_is_what_its_movements,
    broken: `
      select s.code, s.total, coalesce(l.sum, 0) as sum
      from agency_statement s
      left join (
        select r.corp_code, r.statement_id, sum(l.used_change - l.prepaid_change) as sum
        from agency_statement_row r
        join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
        group by 1, 2
      ) l on l.corp_code = s.corp_code and l.statement_id = s.id
      where s.total <> coalesce(l.sum, 0)`,
    found: (row, options) =>
      m.audit_bill_total({ code: said(row.code), total: fen(row.total), sum: fen(row.sum) }, options),
  },
  "a statement is paid by what receipts were allocated to it": {
    says: m.rule_a_statement_is_paid_by_what_receipts,
    broken: `
      select s.code, s.paid, coalesce(p.sum, 0) as sum
      from agency_statement s
      left join (
        select corp_code, statement_id, sum(amount) as sum from agency_statement_receipt group by 1, 2
      ) p on p.corp_code = s.corp_code and p.statement_id = s.id
      where s.paid <> coalesce(p.sum, 0)`,
    found: (row, options) =>
      m.audit_bill_paid({ code: said(row.code), paid: fen(row.paid), sum: fen(row.sum) }, options),
  },
  "of a receipt is allocated what statements have of it": {
    says: m.rule_of_a_receipt_is_allocated_what_statements,
    broken: `
      select c.bank_ref as ref, c.allocated as taken, coalesce(p.sum, 0) as sum
      from agency_receipt c
      left join (
        select corp_code, receipt_id, sum(amount) as sum from agency_statement_receipt group by 1, 2
      ) p on p.corp_code = c.corp_code and p.receipt_id = c.id
      where c.allocated <> coalesce(p.sum, 0)`,
    found: (row, options) =>
      m.audit_bill_receipt({ ref: said(row.ref), taken: fen(row.taken), sum: fen(row.sum) }, options),
  },
  "what came into an account and went out of it is among its receipts": {
    says: m.rule_account_receipts,
    broken: `
      select a.name, coalesce(l.sum, 0) as moved, coalesce(c.sum, 0) as kept
      from travel_agency a
      left join (
        select corp_code, agency_id, sum(prepaid_change - used_change) as sum
        from agency_ledger
        where kind not in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack', 'writtenOff')
        group by 1, 2
      ) l on l.corp_code = a.corp_code and l.agency_id = a.id
      left join (
        select corp_code, agency_id, sum(case when kind in ('topUp', 'rebate', 'reward') then amount else -amount end) as sum
        from agency_receipt
        where kind in ('topUp', 'rebate', 'reward', 'withdraw', 'rebateBack', 'rewardBack')
        group by 1, 2
      ) c on c.corp_code = a.corp_code and c.agency_id = a.id
      where coalesce(l.sum, 0) <> coalesce(c.sum, 0)`,
    found: (row, options) =>
      m.audit_agency_receipts({ name: said(row.name), moved: fen(row.moved), kept: fen(row.kept) }, options),
  },
  "what was written off of statements left the account": {
    says: m.rule_statement_written_off,
    broken: `
      select s.code, s.total - s.paid - coalesce(f.sum, 0) as open, coalesce(l.sum, 0) as sum
      from agency_statement s
      left join (
        select corp_code, agency_id, source, -sum(used_change) as sum
        from agency_ledger where kind = 'writtenOff' group by 1, 2, 3
      ) l on l.corp_code = s.corp_code and l.agency_id = s.agency_id and l.source = s.code
      left join (
        select corp_code, statement_id, sum(amount) as sum from agency_statement_offset group by 1, 2
      ) f on f.corp_code = s.corp_code and f.statement_id = s.id
      where coalesce(l.sum, 0) > case s.status when 'writtenOff' then s.total - s.paid - coalesce(f.sum, 0) else 0 end`,
    found: (row, options) =>
      m.audit_bill_loss({ code: said(row.code), open: fen(row.open), sum: fen(row.sum) }, options),
  },
  "orders carry no more of a loss than was written off": {
    says: m.rule_loss_by_order,
    broken: `
      select a.name, c.lost, coalesce(l.sum, 0) as sum
      from (
        select corp_code, agency_id, sum(lost + lost_back) as lost from agency_charge group by 1, 2
      ) c
      join travel_agency a on a.corp_code = c.corp_code and a.id = c.agency_id
      left join (
        select corp_code, agency_id, -sum(used_change) as sum
        from agency_ledger where kind = 'writtenOff' group by 1, 2
      ) l on l.corp_code = c.corp_code and l.agency_id = c.agency_id
      where c.lost > coalesce(l.sum, 0)`,
    found: (row, options) =>
      m.audit_loss_by_order({ name: said(row.name), lost: fen(row.lost), sum: fen(row.sum) }, options),
  },
  "a movement stands in a statement or waits for one": {
    says: m.rule_a_movement_stands_in_a_statement_or,
    broken: `
      select l.source, l.id
      from agency_ledger l
      left join agency_ledger_open o on o.corp_code = l.corp_code and o.ledger_id = l.id
      where l.kind in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack')
        and case when o.ledger_id is null then 0 else 1 end + (
          select count(*) from (
            select from agency_statement_row r where r.corp_code = l.corp_code and r.ledger_id = l.id
            union all
            select from agency_statement_offset f where f.corp_code = l.corp_code and f.ledger_id = l.id
          ) stands
        ) <> 1`,
    found: (row, options) => m.audit_bill_open({ order: said(row.source) }, options),
  },
};
