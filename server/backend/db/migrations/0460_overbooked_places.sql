-- Who has the right may sell more than a quota has, up to what its pool allows: a day's total grows by what was missing, and
-- shrinks again when places come back. So a day never has more sold and held than its total, overbooked or not.
alter table quota_pool add column overbook integer not null default 0 check (overbook >= 0);

alter table quota_day
  add column overbooked integer not null default 0,
  add constraint quota_day_overbooked_floor check (overbooked >= 0);
alter table quota_ledger
  add column overbooked integer not null default 0,
  add column overbooked_change integer not null default 0;
alter table quota_ledger alter column overbooked drop default;

alter table quota_ledger drop constraint quota_ledger_kind_check;
alter table quota_ledger add constraint quota_ledger_kind_check
  check (kind in (
    'open', 'hold', 'release', 'sell', 'giveBack', 'transfer', 'adjust', 'moveOut', 'moveIn',
    'overbook', 'overbookBack', 'overbookKept'
  ));

-- A figure more that must be what the ledger says (as declare_ledger made it for the others).
create or replace function quota_day_agrees() returns trigger language plpgsql as $agrees$
begin
  if exists (
    select from quota_day a
    left join lateral (
      select * from quota_ledger l
      where l.corp_code = a.corp_code and l.quota_day_id = a.id
      order by l.id desc limit 1
    ) l on true
    where a.corp_code = new.corp_code and a.id = new.id
      and (a.total, a.held, a.sold, a.overbooked)
        is distinct from (coalesce(l.total, 0), coalesce(l.held, 0), coalesce(l.sold, 0), coalesce(l.overbooked, 0))
  ) then
    raise exception '% %: its figures are not those of its ledger', tg_table_name, new.id;
  end if;
  return null;
end $agrees$;

drop trigger ledger_agrees on quota_day;
create constraint trigger ledger_agrees after update of total, held, sold, overbooked on quota_day
  deferrable initially deferred
  for each row when (new.moved_at is not distinct from old.moved_at) execute function quota_day_agrees();
drop trigger ledger_agrees_from_the_start on quota_day;
create constraint trigger ledger_agrees_from_the_start after insert on quota_day
  deferrable initially deferred
  for each row when ((new.total, new.held, new.sold, new.overbooked) <> (0, 0, 0, 0)) execute function quota_day_agrees();
