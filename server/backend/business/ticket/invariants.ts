/** What must hold of tickets and passages whatever happened: each query names the rows that break it. */
import { m } from "~/contract/messages";
import { fen, type Invariants, said } from "../../kernel/invariant";
import { joinOrder, leftOfLine } from "../order/query-parts";

export const ticketInvariants: Invariants = {
  "a ticket's entries agree with its state": {
    says: m.rule_a_ticket_entries_agree_with_its_state,
    broken: `
      select ticket_no, state, used, admissions from ticket
      where used < 0 or used > admissions
         or (state = 'issued' and used > 0)
         or (state = 'partlyUsed' and (used = 0 or used >= admissions))
         or (state = 'used' and used < admissions)`,
    found: (row, options) =>
      m.audit_ticket_state(
        { ticketNo: said(row.ticket_no), used: said(row.used), admissions: said(row.admissions) },
        options,
      ),
  },
  "a ticket's entries are the sum of its passages": {
    says: m.rule_a_ticket_entries_are_the_sum_of,
    broken: `
      select t.ticket_no, t.used, p.entries
      from ticket t
      cross join lateral (
        select coalesce(sum(entries), 0)::bigint as entries
        from passage where corp_code = t.corp_code and ticket_id = t.id and admitted
      ) p
      where t.used <> p.entries`,
    found: (row, options) =>
      m.audit_ticket_passages(
        { ticketNo: said(row.ticket_no), used: said(row.used), entries: said(row.entries) },
        options,
      ),
  },
  "a line's sub-tickets share what was paid for it less what went back": {
    says: m.rule_a_line_sub_tickets_share_what_was,
    broken: `
      select o.order_no, s.amount, l.paid
      from (
        select corp_code, order_id, line_id, sum(amount) as amount
        from sub_ticket_share
        group by corp_code, order_id, line_id
      ) s
      ${joinOrder("s")}
      cross join lateral (select ${leftOfLine("s")} as paid) l
      where s.amount is distinct from l.paid`,
    found: (row, options) =>
      m.audit_sub_ticket({ orderNo: said(row.order_no), amount: fen(row.amount), paid: fen(row.paid) }, options),
  },
  "an order that a closure has refunded has as many tickets that went back": {
    says: m.rule_an_order_that_a_closure_has_refunded,
    broken: `
      select o.order_no, k.reason, c.tickets
      from closure_order c
      join closure k on k.corp_code = c.corp_code and k.id = c.closure_id
      ${joinOrder("c")}
      where c.state = 'refunded'
        and c.tickets > (
          select count(*) from ticket t
          where t.corp_code = c.corp_code and t.order_id = c.order_id and t.state = 'refunded'
        )`,
    found: (row, options) =>
      m.audit_closure_money(
        { closure: said(row.reason), orderNo: said(row.order_no), tickets: said(row.tickets) },
        options,
      ),
  },
  "a park's day counts its tickets and whoever is promised one": {
    says: m.rule_a_park_day_counts_its_tickets_and,
    broken: `
      select c.park_id, d.day, d.people, t.people as tickets
      from park_capacity c
      join park_day d on d.corp_code = c.corp_code and d.park_id = c.park_id
      cross join lateral (
        select (
          select coalesce(sum(people_of_ticket(rules)), 0) from ticket
          where corp_code = d.corp_code and park_id = d.park_id and visit_day = d.day
            and state not in ('refunded', 'changed', 'voided')
        ) + (
          select coalesce(sum(p.people), 0) from park_promise p
          where p.corp_code = d.corp_code and p.park_id = d.park_id and p.day = d.day
        ) as people
      ) t
      where t.people <> d.people`,
    found: (row, options) =>
      m.audit_park_day({ day: said(row.day), people: said(row.people), tickets: said(row.tickets) }, options),
  },
};
