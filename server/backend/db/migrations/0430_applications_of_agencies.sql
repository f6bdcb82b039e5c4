-- A connected application may sell on the account of one agency; an order keeps whose price it was held at. Agencies are deleted
-- under an application by clearing a tenant's data alone: it is bound to none then.
alter table access_app
  add column agency_id bigint,
  add foreign key (corp_code, agency_id) references travel_agency (corp_code, id) on delete set null (agency_id);
create index access_app_agency on access_app (corp_code, agency_id) where agency_id is not null;
alter table open_order
  add column agency_id bigint,
  add foreign key (corp_code, agency_id) references travel_agency (corp_code, id);
create index open_order_agency on open_order (corp_code, agency_id) where agency_id is not null;
