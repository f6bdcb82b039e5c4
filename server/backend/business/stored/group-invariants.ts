/** Cards of the group stand in the books of two corps: both say the same, order by order. */
import { m } from "~/contract/messages";
import { groupCard } from "~/contract/order/cash";
import { fen, type Invariant, said } from "../../kernel/invariant";
import { joinOrder, paidByWay } from "../order/query-parts";

export const groupInvariants: Record<string, Invariant> = {
  "what a corp booked of another's cards was taken off those cards": {
    says: m.rule_group_cards_are_in_both_books,
    broken: `
      with booked as (
        select c.corp_code, a.issuer_code, c.spend_id, o.order_no, c.amount - c.back as amount
        from group_card_charge c
        join group_card_account a on a.corp_code = c.corp_code and a.id = c.account_id
        ${joinOrder("c")}
      ), taken as (
        select * from group_cards_taken()
      )
      select coalesce(b.corp_code, t.corp_code) as corp_code, coalesce(b.order_no, t.order_no) as order_no,
             coalesce(b.amount, 0) as charged, coalesce(t.amount, 0) as taken
      from booked b
      full join taken t on t.issuer_code = b.issuer_code and t.spend_id = b.spend_id and t.corp_code = b.corp_code
      where coalesce(b.amount, 0) <> coalesce(t.amount, 0)`,
    found: (row, options) =>
      m.audit_group_cards({ order: said(row.order_no), charged: fen(row.charged), taken: fen(row.taken) }, options),
  },
  "what orders were paid with cards of the group was booked": {
    says: m.rule_group_cards_are_paid,
    broken: `
      select coalesce(p.order_id, c.order_id) as order_id, coalesce(p.paid, 0) as paid,
             coalesce(c.amount - c.back, 0) as taken
      from (${paidByWay(groupCard)}) p
      full join group_card_charge c on c.corp_code = p.corp_code and c.order_id = p.order_id
      where coalesce(p.paid, 0) <> coalesce(c.amount - c.back, 0)`,
    found: (row, options) =>
      m.audit_stored_order({ order: said(row.order_id), paid: fen(row.paid), taken: fen(row.taken) }, options),
  },
  "what a corp owes for its cards is the sum of the orders": {
    says: m.rule_group_accounts_agree,
    broken: `
      select a.corp_code, a.issuer, a.taken, coalesce(sum(c.amount - c.back), 0) as charged
      from group_card_account a
      left join group_card_charge c on c.corp_code = a.corp_code and c.account_id = a.id
      group by a.corp_code, a.id, a.issuer, a.taken
      having a.taken <> coalesce(sum(c.amount - c.back), 0)`,
    found: (row, options) =>
      m.audit_group_account({ issuer: said(row.issuer), taken: fen(row.taken), charged: fen(row.charged) }, options),
  },
};
