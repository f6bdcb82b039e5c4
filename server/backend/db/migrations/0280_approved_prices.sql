-- What an authority approved as the highest price of a ticket type: nothing that is stored of it may be above.
alter table ticket_type
  add column price_ceiling bigint check (price_ceiling >= 0),
  add column approved_by text,
  add constraint ticket_type_list_price_approved check (list_price <= price_ceiling),
  add constraint ticket_type_face_price_approved check (face_price <= price_ceiling);
