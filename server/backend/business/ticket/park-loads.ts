/** How full parks are today, for the wall: of all corps as the owner, of a group's under the role of `asGroup`. */
import type { Transaction } from "../../db/database";
import { prepared } from "../../kernel/prepared";
import { insideOf } from "./inside";

export interface ParkLoad {
  corpCode: string;
  park: string;
  /** "" where none is set. */
  areaCode: string;
  /** People let in today. */
  admissions: number;
  /** People of the day's tickets. */
  people: number;
  /** Null where no gate counts who leaves. */
  inside: number | null;
  /** Null without a limit. */
  dayMax: number | null;
  momentMax: number | null;
  warnAt: number;
}

export const parkLoads = (db: Transaction, now: Date, of: keyof typeof statements): Promise<ParkLoad[]> =>
  prepared<ParkLoad>(db, statements[of], [now]);

/** $1 now. Each corp's day is that of its zone. */
const loads = (corps: string) => `
  select z.corp_code as "corpCode", k.name as park, coalesce(k.area_code, '') as "areaCode",
         coalesce(a.people, 0)::int as admissions, coalesce(d.people, 0)::int as people,
         case when exits.there or k.usual_stay is not null then greatest(0, i.people + i.entered - i.left)::int end as inside,
         cap.day_max as "dayMax", cap.moment_max as "momentMax", coalesce(cap.warn_at, 80) as "warnAt"
  from ${corps} z
  join park k on k.corp_code = z.corp_code and k.status = 'T'
  cross join lateral (select ($1::timestamptz at time zone z.time_zone)::date as day) today
  left join park_capacity cap on cap.corp_code = z.corp_code and cap.park_id = k.id and cap.status = 'T'
  left join park_day d on d.corp_code = z.corp_code and d.park_id = k.id and d.day = today.day
  cross join lateral (
    select exists (
      select from gate g
      where g.corp_code = z.corp_code and g.park_id = k.id and g.status = 'T' and g.direction in ('out', 'both')
    ) as there
  ) exits
  cross join lateral (
    select sum(p.through) as people
    from passage p
    where p.corp_code = z.corp_code
      and p.park_id = k.id
      and p.direction = 'in'
      and p.counts_at >= today.day::timestamp at time zone z.time_zone
  ) a
  cross join ${insideOf({ corp: "z.corp_code", park: "k.id", from: "k.inside_from", stay: "k.usual_stay", now: "$1", zone: "z.time_zone", said: false })}
`;

const statements = {
  "the group's corps": loads("group_corp"),
  "all corps": loads("corp_zone"),
};
