-- What each account of an agency was ever sold on credit, and of that what before each of three moments: exposure by age is two
-- numbers of a row and not ninety days of movements. A task of the night sets the moments; the database keeps the numbers.
create table agency_sold (
  corp_code text not null default current_setting('app.corp_code'),
  agency_account_id bigint not null,
  sold bigint not null default 0 check (sold >= 0),
  from_first timestamptz,
  from_second timestamptz,
  from_third timestamptz,
  before_first bigint,
  before_second bigint,
  before_third bigint,
  primary key (corp_code, agency_account_id),
  foreign key (corp_code, agency_account_id) references agency_account (corp_code, id),
  check (num_nulls(from_first, from_second, from_third, before_first, before_second, before_third) in (0, 6))
);
insert into agency_sold (corp_code, agency_account_id, sold)
select corp_code, agency_account_id, sum(used_change)
from agency_ledger
where used_change > 0
group by corp_code, agency_account_id;

-- A movement of before a moment, which is told late, counts before it.
create function keep_agency_sold() returns trigger
language plpgsql set search_path = public as $$
begin
  insert into agency_sold as s (corp_code, agency_account_id, sold)
  values (new.corp_code, new.agency_account_id, new.used_change)
  on conflict (corp_code, agency_account_id) do update
  set sold = s.sold + excluded.sold,
      before_first = s.before_first + case when new.at < s.from_first then new.used_change else 0 end,
      before_second = s.before_second + case when new.at < s.from_second then new.used_change else 0 end,
      before_third = s.before_third + case when new.at < s.from_third then new.used_change else 0 end;
  return null;
end $$;
create trigger agency_ledger_sold after insert on agency_ledger
  for each row when (new.used_change > 0)
  execute function keep_agency_sold();
