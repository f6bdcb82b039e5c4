/** What must hold of tickets and passages whatever happened: each query names the rows that break it. */
import { m } from "~/contract/messages";
import { type Invariants, said } from "../../kernel/invariant";
export const ticketInvariants: Invariants = {
  "a ticket's entries agree with its state": {
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
};
