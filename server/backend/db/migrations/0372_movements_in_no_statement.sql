-- Movements of agencies' accounts that stand in no statement yet: what is due is read from them, and not from years of ledger.
create table agency_ledger_open (
  corp_code text not null default current_setting('app.corp_code'),
  ledger_id bigint not null,
  agency_id bigint not null,
  at timestamptz not null,
  amount bigint not null,
  source text not null,
  primary key (corp_code, ledger_id),
  foreign key (corp_code, ledger_id) references agency_ledger (corp_code, id),
  foreign key (corp_code, agency_id) references travel_agency (corp_code, id)
);
create index agency_ledger_open_agency on agency_ledger_open (corp_code, agency_id, at) include (amount, source);
create index agency_ledger_open_at on agency_ledger_open (corp_code, at) include (agency_id, amount, source);

insert into agency_ledger_open (corp_code, ledger_id, agency_id, at, amount, source)
select l.corp_code, l.id, l.agency_id, l.at, l.used_change - l.prepaid_change, l.source
from agency_ledger l
where l.kind in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack')
  and not exists (select from agency_statement_row r where r.corp_code = l.corp_code and r.ledger_id = l.id);

create function open_agency_movement() returns trigger
language plpgsql set search_path = public as $$
begin
  insert into agency_ledger_open (corp_code, ledger_id, agency_id, at, amount, source)
  values (new.corp_code, new.id, new.agency_id, new.at, new.used_change - new.prepaid_change, new.source);
  return null;
end $$;
create trigger agency_ledger_open after insert on agency_ledger
  for each row when (new.kind in ('sale', 'saleCredit', 'saleBack', 'saleCreditBack'))
  execute function open_agency_movement();

create function state_agency_movements() returns trigger
language plpgsql set search_path = public as $$
begin
  delete from agency_ledger_open o using added a where o.corp_code = a.corp_code and o.ledger_id = a.ledger_id;
  return null;
end $$;
create trigger agency_statement_row_states after insert on agency_statement_row
  referencing new table as added for each statement execute function state_agency_movements();

create function reopen_agency_movements() returns trigger
language plpgsql set search_path = public as $$
begin
  insert into agency_ledger_open (corp_code, ledger_id, agency_id, at, amount, source)
  select l.corp_code, l.id, l.agency_id, l.at, l.used_change - l.prepaid_change, l.source
  from gone g
  join agency_ledger l on l.corp_code = g.corp_code and l.id = g.ledger_id
  where not exists (select from agency_statement_row r where r.corp_code = g.corp_code and r.ledger_id = g.ledger_id)
  on conflict do nothing;
  return null;
end $$;
create trigger agency_statement_row_reopens after delete on agency_statement_row
  referencing old table as gone for each statement execute function reopen_agency_movements();
