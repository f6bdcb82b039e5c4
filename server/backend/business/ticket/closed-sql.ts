/** Parts of statements over closures, for those of the sale and the gate. */

/** While it has one of these states it closes. */
export const closingStates = "('inForce', 'settling', 'settled')";

/** Of `closure c`: a closure as `gate-rules/closed.ts` has it. */
export const closedJson = `
  json_build_object(
    'parkId', c.park_id, 'firstDay', c.first_day, 'lastDay', c.last_day, 'ticketTypeId', c.ticket_type_id,
    'slot', coalesce(c.slot, ''), 'reason', c.reason
  )`;

/** Of a row with a park: what is closed of it, the latest first; older ones than twenty are long over. */
export const closuresOf = (row: string) => `coalesce((
  select json_agg(${closedJson})
  from (
    select * from closure
    where corp_code = ${row}.corp_code and park_id = ${row}.park_id and status in ${closingStates}
    order by last_day desc
    limit 20
  ) c
), '[]')`;

/** Of a row with a park: how many it bears at a moment where entry stops then; else null. */
export const momentMaxOf = (row: string) => `(
  select c.moment_max from park_capacity c
  where c.corp_code = ${row}.corp_code and c.park_id = ${row}.park_id and c.status = 'T' and c.stops
)`;
