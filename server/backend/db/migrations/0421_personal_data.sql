-- Personal data are destroyed once their days are over. What was destroyed begins with a sign; what holds a value still is
-- found by how old it is, so that a night looks at what is due and at nothing else.
create index ticket_personal on ticket (corp_code, valid_to, id)
  where (holder_name <> '' and not starts_with(holder_name, '␡')) or (holder_identity <> '' and not starts_with(holder_identity, '␡'));
create index reservation_personal on reservation (corp_code, visit_day, id)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));
create index group_booking_personal on group_booking (corp_code, visit_day, id)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (guide <> '' and not starts_with(guide, '␡')) or (plate <> '' and not starts_with(plate, '␡'));
create index restricted_visitor_personal on restricted_visitor (corp_code, until_day, id)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (person <> '' and not starts_with(person, '␡'));
create index orders_personal on orders (corp_code, (coalesce(last_visit_day, visit_day)), id)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡'));
create index season_card_personal on season_card (corp_code, (coalesce(valid_to, '-infinity'::date)), id)
  where (holder_name <> '' and not starts_with(holder_name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));
create index stored_card_personal on stored_card (corp_code, id)
  where ((holder_name <> '' and not starts_with(holder_name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'))) and (status in ('replaced', 'cancelled') and principal + gift + deposit = 0);
create index parking_record_personal on parking_record (corp_code, left_at, id)
  where (plate <> '' and not starts_with(plate, '␡'));
create index parking_pass_personal on parking_pass (corp_code, until_day, id)
  where (plates <> '' and not starts_with(plates, '␡')) or (holder <> '' and not starts_with(holder, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));
create index travel_agency_personal on travel_agency (corp_code, updated_at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (telephone <> '' and not starts_with(telephone, '␡')) or (email <> '' and not starts_with(email, '␡'));
create index travel_application_personal on travel_application (corp_code, at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (ip <> '' and not starts_with(ip, '␡'));
create index guide_personal on guide (corp_code, updated_at, id)
  where (name <> '' and not starts_with(name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (person <> '' and not starts_with(person, '␡'));
create index salesman_personal on salesman (corp_code, left_day, id)
  where (mobile <> '' and not starts_with(mobile, '␡'));
create index reception_request_personal on reception_request (corp_code, visit_day, id)
  where (guests <> '' and not starts_with(guests, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡'));
create index employee_personal on employee (corp_code, leave_day, id)
  where (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));
create index account_personal on account (corp_code, updated_at, id)
  where (mobile <> '' and not starts_with(mobile, '␡'));
create index tenant_application_personal on tenant_application (corp_code, at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (email <> '' and not starts_with(email, '␡')) or (ip <> '' and not starts_with(ip, '␡'));
create index tenant_personal on tenant (corp_code, updated_at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));
create index theatre_preselect_personal on theatre_preselect (corp_code, until, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡'));

-- The log of a card is written once. Names leave it with those of the card itself, and by this function alone.
create function erase_season_card_log(cards bigint[]) returns void
language sql security definer set search_path = public as $$
  update season_card_log l
  set holder_name = '␡'
  from season_card c
  where l.corp_code = current_setting('app.corp_code')
    and l.card_id = any (cards)
    and l.holder_name <> ''
    and not starts_with(l.holder_name, '␡')
    and c.corp_code = l.corp_code
    and c.id = l.card_id
    and starts_with(c.holder_name, '␡');
$$;

-- What was destroyed, a row a slice, in the transaction that did it.
create table personal_erasure_log (
  corp_code text not null default current_setting('app.corp_code'),
  id bigint generated by default as identity,
  at timestamptz not null,
  job_id bigint not null,
  purpose text not null,
  of_table text not null,
  rows integer not null check (rows > 0),
  -- Days that they were kept.
  days integer not null,
  primary key (corp_code, id)
);
create index personal_erasure_log_purpose on personal_erasure_log (corp_code, purpose, at);
