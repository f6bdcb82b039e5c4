/** What must hold of what makes tickets cheaper: each query names the rows that break it. */
import { m } from "~/contract/messages";
import { type Invariants, said } from "../../../kernel/invariant";

export const reduceInvariants: Invariants = {
  "what an employee has used are the staff tickets that were not given back": {
    says: m.rule_what_an_employee_has_used_are_the,
    broken: `
      select q.id, q.month, q.used, t.n
      from staff_quota q
      cross join lateral (
        select count(distinct (r.order_id, r.unit)) as n
        from ticket_reduction r
        where r.corp_code = q.corp_code and r.kind = 'staff' and r.subject_id = q.id and not r.given_back
      ) t
      where q.used <> t.n`,
    found: (row, options) =>
      m.audit_staff_used({ id: said(row.id), month: said(row.month), used: said(row.used), n: said(row.n) }, options),
  },
  "what a batch has used are its codes that are used": {
    says: m.rule_what_a_batch_has_used_are_its,
    broken: `
      select a.id, a.name, a.used, c.n
      from activity_card a
      cross join lateral (
        select count(*) as n
        from activity_code c
        where c.corp_code = a.corp_code and c.activity_card_id = a.id and c.state = 'used'
      ) c
      where a.used <> c.n`,
    found: (row, options) => m.audit_card_used({ name: said(row.name), used: said(row.used), n: said(row.n) }, options),
  },
};
