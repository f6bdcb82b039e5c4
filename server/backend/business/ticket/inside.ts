/** Who is inside a park: the one place that says how passages and counts by hand are added up (decision 272). */

/** When the count begins anew where the park says nothing: night tickets have ended by then, and nobody has come yet. */
export const countsFrom = "04:00";

/**
 * A lateral table `i` of one row about a park: who came in less who went out since its count began anew, or since somebody
 * counted by hand: `entered` and `left` since then, `people`, `at`, `reason` and `by` of the count by hand (`at` is null where
 * there was none). `park`, `from` and `stay` are expressions: the park's id, its hour of the new count ("HH:MM" or null), and the minutes after
 * which whoever came in is taken for gone, where no gate counts who leaves (null elsewhere: then exits count); `now`
 * and `zone` name the parameters; `corp` is an expression too, where it is not the transaction's. Without `said` the last two
 * are empty: who looks over several corps may not read them. Read from `passage_park_counts` alone.
 */
export const insideOf = ({
  corp = "current_setting('app.corp_code')",
  park,
  from,
  stay,
  now,
  zone,
  said = true,
}: Record<"park" | "from" | "stay" | "now" | "zone", string> & { corp?: string; said?: boolean }): string => `
  lateral (
    select c.at,
           case when c.at < ${now}::timestamptz - make_interval(mins => ${stay}) then 0 else coalesce(c.people, 0) end as people,
            ${said ? "coalesce(c.reason, '') as reason, coalesce(c.account_name, '') as by" : "'' as reason, '' as by"},
           coalesce(p.entered, 0)::int as entered,
           case when ${stay} is null then coalesce(p.left, 0) else 0 end::int as left
    from (
      select (date_trunc('day', local.at - local.begins) + local.begins) at time zone ${zone} as at
      from (
        select ${now}::timestamptz at time zone ${zone} as at, coalesce(${from}, '${countsFrom}')::interval as begins
      ) local
      -- Worked out once, not for each passage.
      offset 0
    ) since
    left join lateral (
      select one.at, one.people${said ? ", one.reason, one.account_name" : ""}
      from inside_count one
      where one.corp_code = ${corp}
        and one.park_id = ${park}
        and one.at >= since.at
      order by one.at desc, one.id desc
      limit 1
    ) c on true
    cross join lateral (
      select sum(one.through) filter (where one.direction = 'in') as entered,
             sum(one.through) filter (where one.direction = 'out') as left
      from passage one
      where one.corp_code = ${corp}
        and one.park_id = ${park}
        -- No count is older than this, which the planner knows beforehand: without it it reads every passage there is.
        and one.counts_at >= ${now}::timestamptz - interval '25 hours'
        and one.counts_at >= since.at
        and one.counts_at > coalesce(c.at, '-infinity')
        and one.counts_at >= coalesce(${now}::timestamptz - make_interval(mins => ${stay}), '-infinity')
    ) p
  ) i
`;
