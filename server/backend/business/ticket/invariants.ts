/** What must hold of tickets, passages and quotas whatever happened: each query names the rows that break it. */
export const ticketInvariants: Readonly<Record<string, string>> = {
  "a ticket's entries agree with its state": `
    select ticket_no, state, used, admissions from ticket
    where used < 0 or used > admissions
       or (state = 'issued' and used > 0)
       or (state = 'partlyUsed' and (used = 0 or used >= admissions))
       or (state = 'used' and used < admissions)`,
  "a ticket's entries are the sum of its passages": `
    select t.ticket_no, t.used, p.entries
    from ticket t
    cross join lateral (
      select coalesce(sum(entries), 0)::bigint as entries
      from passage where corp_code = t.corp_code and ticket_id = t.id and admitted
    ) p
    where t.used <> p.entries`,
  "a quota day is within its total, and its ledger's sum": `
    select d.id, d.day, d.total, d.held, d.sold, l.*
    from quota_day d
    cross join lateral (
      select coalesce(sum(total_change), 0)::bigint as total, coalesce(sum(held_change), 0)::bigint as held,
             coalesce(sum(sold_change), 0)::bigint as sold
      from quota_ledger where corp_code = d.corp_code and quota_day_id = d.id
    ) l
    where d.held + d.sold > d.total or d.held < 0 or d.sold < 0
       or (d.total, d.held, d.sold) is distinct from (l.total, l.held, l.sold)`,
  "a quota day's ledger ends where the day stands": `
    select d.id, d.total, d.held, d.sold, l.total as "ledger total", l.held as "ledger held", l.sold as "ledger sold"
    from quota_day d
    cross join lateral (
      select total, held, sold from quota_ledger
      where corp_code = d.corp_code and quota_day_id = d.id order by id desc limit 1
    ) l
    where (d.total, d.held, d.sold) is distinct from (l.total, l.held, l.sold)`,
};
