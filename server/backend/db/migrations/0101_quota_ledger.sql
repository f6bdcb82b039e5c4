-- Quotas become a ledger as others are: every row says which pool, day and slot it is of, and may carry the key of what
-- brought it about. No row is lost, and none changes what it says.
alter table quota_ledger rename column order_no to source;
alter table quota_ledger
  add column source_key text,
  add column pool_id bigint,
  add column day date,
  add column slot text;
update quota_ledger l
set pool_id = d.pool_id, day = d.day, slot = d.slot
from quota_day d
where d.corp_code = l.corp_code and d.id = l.quota_day_id;
alter table quota_ledger
  alter column pool_id set not null,
  alter column day set not null,
  alter column slot set not null;

-- "open": a day's places are there for the first time; "adjust" is a person's.
alter table quota_ledger drop constraint quota_ledger_kind_check;
alter table quota_ledger add constraint quota_ledger_kind_check
  check (kind in ('open', 'hold', 'release', 'sell', 'giveBack', 'transfer', 'adjust'));

select declare_ledger('quota_ledger', 'quota_day', array['total', 'held', 'sold']);
update quota_day d
set moved_at = (select max(at) from quota_ledger l where l.corp_code = d.corp_code and l.quota_day_id = d.id);
