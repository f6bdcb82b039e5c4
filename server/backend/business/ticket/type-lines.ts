/** The lines of ticket types in statements that read types by themselves. */
import { type SQL, sql } from "drizzle-orm";

/** By type, the bands of these types as a list of {@link RefundBand}, most hours first. `types` selects ids. */
export const bandsOf = (types: SQL): SQL => sql`
  select ticket_type_id,
         json_agg(
           json_strip_nulls(json_build_object('hours', hours, 'feePercent', fee_percent, 'feeEach', fee_each)) order by position
         ) as bands
  from ticket_type_refund_band
  where ticket_type_id in (${types})
  group by ticket_type_id
`;

/** By type, the names of the slots of these types (`HH:mm-HH:mm`), earliest first. */
export const slotsOf = (types: SQL): SQL => sql`
  select ticket_type_id, json_agg(start_time || '-' || end_time order by start_time) as slots
  from ticket_type_slot
  where ticket_type_id in (${types})
  group by ticket_type_id
`;

/** By type, the booking clocks of these types as a list of `BookingClock`. */
export const clocksOf = (types: SQL): SQL => sql`
  select ticket_type_id,
         json_agg(json_build_object(
           'channel', channel, 'releaseDays', release_days, 'releaseTime', release_time,
           'closeMinutes', close_minutes, 'closeTime', close_time, 'payMinutes', pay_minutes
         ) order by position) as clocks
  from ticket_type_booking_clock
  where ticket_type_id in (${types})
  group by ticket_type_id
`;

/** Of one type `t`: the names of its slots. */
export const slotNames = sql`(
  select coalesce(json_agg(slot.start_time || '-' || slot.end_time order by slot.start_time), '[]')
  from ticket_type_slot slot
  where slot.corp_code = t.corp_code and slot.ticket_type_id = t.id
)`;

/** Of one type `t`: its change rule as `ChangeRule` has it. */
export const changeOfType = sql`jsonb_build_object(
  'what', to_jsonb(t.changes),
  'times', t.change_times,
  'hours', t.change_hours,
  'feeBy', coalesce(t.change_fee_by, 'none'),
  'fee', t.change_fee,
  'feeRate', t.change_fee_rate
)`;

/** Of one type `t`: what becomes of an expired ticket's money, as `ExpiredTerms` has it; null where nothing goes back. */
export const expiredOfType = sql`case when t.expired_refund is not null and t.refund_rule <> 'never' then json_build_object(
  'by', t.expired_refund, 'days', t.expired_days, 'feePercent', coalesce(t.expired_fee, 0)
) end`;

/** Of one type `t`: what a ticket keeps of its rules, each where it is not the usual (`gate-rules/facts.ts`). */
export const rulesOfType = sql`jsonb_strip_nulls(jsonb_build_object(
  'persons', nullif(t.persons, 1),
  'perDay', t.per_day,
  'perGroup', t.per_group,
  'reentry', nullif(t.reentry, 'none'),
  'reentries', t.reentries,
  'weekdays', case when t.weekdays <> '{}' then (
    select string_agg(case when day::text = any (t.weekdays) then 'T' else 'F' end, '' order by day)
    from generate_series(1, 7) day
  ) end,
  'useDays', t.use_days,
  'graceBefore', nullif(t.grace_before, 0),
  'graceAfter', nullif(t.grace_after, 0),
  'points', case when t.select_policy_id is not null then (
    select jsonb_agg(jsonb_build_object('id', gg.id, 'name', gg.name) order by l.position)
    from select_policy_point l
    join gate_group gg on gg.corp_code = l.corp_code and gg.id = l.gate_group_id
    where l.corp_code = t.corp_code and l.select_policy_id = t.select_policy_id
  ) end,
  'offDays', (
    select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
      'from', off.from_day, 'to', off.to_day, 'reason', nullif(off.reason, '')
    )) order by off.from_day)
    from ticket_type_blackout off
    where off.corp_code = t.corp_code and off.ticket_type_id = t.id
  ),
  'concession', case when t.concession_id is not null then (
    select jsonb_build_object('name', k.name, 'shows', k.shows)
    from concession k
    where k.corp_code = t.corp_code and k.id = t.concession_id
  ) end,
  'hint', nullif(t.check_hint, '')
))`;

/** Of one type `t`: the concession that it is sold under, as `ConcessionTerms` has it. */
export const concessionOfType = sql`case when t.concession_id is not null then (
  select json_build_object(
    'id', k.id, 'name', k.name, 'basis', k.basis, 'ageFrom', k.age_from, 'ageTo', k.age_to, 'heightTo', k.height_to,
    'areas', k.areas, 'proof', k.proof, 'shows', k.shows, 'perAdult', k.per_adult, 'status', k.status
  )
  from concession k
  where k.corp_code = t.corp_code and k.id = t.concession_id
) end`;
