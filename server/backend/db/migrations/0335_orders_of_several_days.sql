-- An order may hold tickets for several days: its last one, where that is another than the first.
alter table orders add column last_visit_day date check (last_visit_day > visit_day);
create index orders_last_visit_day on orders (corp_code, last_visit_day) where last_visit_day is not null;
