/** Admissions of the business day, gate by gate: each by its own index on time. */
import { admissionsToday } from "~/contract/ticket/today";
import { businessDay, startOfDay } from "../../kernel/business-time";
import { prepared } from "../../kernel/prepared";
import { serve } from "../../kernel/served";

const admitted = `
  select coalesce(sum(passed.people), 0)::int as people
  from gate g
  cross join lateral (
    select sum(case p.kind when 'pass' then p.people else -p.people end) as people
    from passage p
    where p.gate_id = g.id
      and p.at >= $1
      and p.admitted
      and p.direction = 'in'
  ) passed
`;

export const serveAdmissions = serve(admissionsToday, async ({ db, now }) => {
  const [found] = await prepared<{ people: number }>(db, admitted, [startOfDay(businessDay(now))]);
  return { people: found?.people ?? 0 };
});
