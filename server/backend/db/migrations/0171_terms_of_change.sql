-- What a ticket type says of changes, of the days that it is good and sold on, and of a mobile's share. Nothing that is
-- there may be changed until somebody says so.
alter table ticket_type
  add column changes text[] not null default '{}',
  add column change_times integer check (change_times between 1 and 99),
  add column change_hours integer check (change_hours between -9999 and 9999),
  add column change_fee_by text check (change_fee_by in ('fixed', 'rate')),
  add column change_fee bigint check (change_fee >= 0),
  add column change_fee_rate integer check (change_fee_rate between 0 and 1000),
  add column range_from date,
  add column range_to date,
  add column sale_from date,
  add column sale_to date,
  add column per_mobile_day integer check (per_mobile_day between 1 and 1000),
  drop constraint ticket_type_validity_check,
  add constraint ticket_type_validity_check check (validity in ('day', 'days', 'range')),
  add check (validity <> 'range' or num_nulls(range_from, range_to) = 0),
  add check (range_from <= range_to),
  add check (sale_from <= sale_to);
