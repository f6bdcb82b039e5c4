/** What must hold of quotas and of what is set aside of them: each query names the rows that break it. */
import { m } from "~/contract/messages";
import { type Invariants, said } from "../../kernel/invariant";

export const quotaInvariants: Invariants = {
  "of every part of a quota's day no more is sold and held than there is": {
    says: m.rule_of_every_part_of_a_quota_day,
    broken: `
      select p.name, d.day::text as day, d.slot, d.part, d.total, d.held + d.sold as taken
      from quota_day d
      join quota_pool p on p.corp_code = d.corp_code and p.id = d.pool_id
      where d.total < 0 or d.held < 0 or d.sold < 0 or d.held + d.sold > d.total`,
    found: (row, options) =>
      m.audit_quota_part(
        {
          ...{ name: said(row.name), when: `${said(row.day)} ${said(row.slot)}`.trim() },
          ...{ taken: said(row.taken), total: said(row.total) },
        },
        options,
      ),
  },
  "what is set aside for channels is no more than the quota's total": {
    says: m.rule_what_is_set_aside_for_channels,
    broken: `
      select p.name, p.daily_total as total, sum(own.value::bigint) as aside
      from quota_pool p
      cross join lateral jsonb_each_text(p.parts) own
      group by p.corp_code, p.id, p.name, p.daily_total
      having sum(own.value::bigint) > p.daily_total or min(own.value::bigint) < 0`,
    found: (row, options) =>
      m.audit_quota_aside({ name: said(row.name), aside: said(row.aside), total: said(row.total) }, options),
  },
};
