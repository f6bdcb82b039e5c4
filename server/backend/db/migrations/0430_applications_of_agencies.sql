-- A connected application may sell on the account of one agency; an order keeps whose price it was held at.
alter table access_app
  add column agency_id bigint,
  add foreign key (corp_code, agency_id) references travel_agency (corp_code, id);
create index access_app_agency on access_app (corp_code, agency_id) where agency_id is not null;
alter table open_order
  add column agency_id bigint,
  add foreign key (corp_code, agency_id) references travel_agency (corp_code, id);
create index open_order_agency on open_order (corp_code, agency_id) where agency_id is not null;
