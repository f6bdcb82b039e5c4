/** What of a type the gates go by. */
import type { CardRules } from "~/contract/card/gate-card";
import type { ReadType } from "./read-type";

/** The same of the type of `season_card c`, for the statement of a gate: null where it has none. */
export const rulesOfCard = `(
  select jsonb_build_object(
    'name', t.name, 'perDay', t.per_day, 'inAll', t.in_all, 'minutesBetween', t.minutes_between,
    'places', (
      select coalesce(jsonb_agg(jsonb_build_object('parkId', l.park_id, 'gateGroupId', l.gate_group_id) order by l.position), '[]')
      from card_type_place l
      where l.corp_code = t.corp_code and l.card_type_id = t.id
    ),
    'offs', (
      select coalesce(jsonb_agg(jsonb_build_object('fromDay', o.from_day, 'toDay', o.to_day) order by o.from_day), '[]')
      from card_type_off o
      where o.corp_code = t.corp_code and o.card_type_id = t.id
    )
  )
  from card_type t
  where t.corp_code = c.corp_code and t.id = c.card_type_id
)`;

export function rulesOf({ name, perDay, inAll, minutesBetween, places, offs }: ReadType): CardRules {
  const at = places.map(({ parkId, gateGroupId }) => ({ parkId, gateGroupId }));
  return { name, perDay, inAll, minutesBetween, places: at, offs };
}
