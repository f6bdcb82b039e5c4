-- Part of a quota may be set aside for a sales channel. Every part of a day (and slot) is an account of the ledger of its
-- own, the rest that all channels share is the one without a name: the day's total is the sum of them, and each keeps
-- 0 <= held + sold <= total by the rule that days have had.
create function quota_parts_fit(parts jsonb, daily_total integer) returns boolean immutable language sql as $$
  select jsonb_typeof(parts) = 'object'
    and coalesce(bool_and(key ~ '^[A-Za-z0-9-]{1,40}$' and key <> 'any' and value::bigint > 0), true)
    and coalesce(sum(value::bigint), 0) <= daily_total
  from jsonb_each_text(parts)
$$;

-- By channel how many of a day's places are its own, where nothing else is set for the day.
alter table quota_pool
  add column parts jsonb not null default '{}',
  add check (quota_parts_fit(parts, daily_total));

alter table quota_day add column part text not null default '';
alter table quota_day
  drop constraint quota_day_corp_code_pool_id_day_slot_key,
  add unique (corp_code, pool_id, day, slot, part);

alter table quota_ledger add column part text not null default '';
alter table quota_ledger alter column part drop default;

-- A line whose places came from a part and from the shared rest says how many of each, and how many of those went back.
-- Null: all of the line's came from there.
alter table sub_order_quota
  add column quantity integer check (quantity > 0),
  add column given integer not null default 0,
  add check (given >= 0 and given <= coalesce(quantity, 0));
