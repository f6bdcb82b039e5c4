-- What people type into remarks and reasons, photographs and certificates go with the person's data (record 253).
drop index orders_personal, season_card_personal, stored_card_personal, travel_agency_personal, guide_personal, salesman_personal, reception_request_personal, reservation_personal, group_booking_personal, restricted_visitor_personal, parking_record_personal, parking_pass_personal, theatre_preselect_personal, tenant_application_personal, tenant_personal, employee_personal;
create index orders_personal on orders (corp_code, (coalesce(last_visit_day, visit_day)), id)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index refund_personal on refund (corp_code, requested_at, id)
  where (reason <> '' and not starts_with(reason, '␡')) or (decision_remark <> '' and not starts_with(decision_remark, '␡'));
create index order_repair_personal on order_repair (corp_code, at, id)
  where (reason <> '' and not starts_with(reason, '␡'));
create index approval_personal on approval (corp_code, asked_at, id)
  where (reason <> '' and not starts_with(reason, '␡')) or (remark <> '' and not starts_with(remark, '␡')) or (payload <> '{}'::jsonb);
create index season_card_personal on season_card (corp_code, (coalesce(valid_to, '-infinity'::date)), id)
  where (holder_name <> '' and not starts_with(holder_name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (photos <> '' and not starts_with(photos, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index stored_card_personal on stored_card (corp_code, id)
  where ((holder_name <> '' and not starts_with(holder_name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'))) and (status in ('replaced', 'cancelled') and principal + gift + deposit = 0);
create index travel_agency_personal on travel_agency (corp_code, updated_at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (telephone <> '' and not starts_with(telephone, '␡')) or (email <> '' and not starts_with(email, '␡')) or (remark <> '' and not starts_with(remark, '␡')) or (suspended_for <> '' and not starts_with(suspended_for, '␡'));
create index guide_personal on guide (corp_code, updated_at, id)
  where (name <> '' and not starts_with(name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (person <> '' and not starts_with(person, '␡')) or (certificate <> '' and not starts_with(certificate, '␡')) or (photo <> '' and not starts_with(photo, '␡')) or (remark <> '' and not starts_with(remark, '␡')) or (suspended_for <> '' and not starts_with(suspended_for, '␡'));
create index salesman_personal on salesman (corp_code, left_day, id)
  where (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index reception_request_personal on reception_request (corp_code, visit_day, id)
  where (guests <> '' and not starts_with(guests, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡')) or (reason <> '' and not starts_with(reason, '␡')) or (letter <> '' and not starts_with(letter, '␡')) or (answer <> '' and not starts_with(answer, '␡'));
create index reservation_personal on reservation (corp_code, visit_day, id)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (cancelled_for <> '' and not starts_with(cancelled_for, '␡'));
create index group_booking_personal on group_booking (corp_code, visit_day, id)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (guide <> '' and not starts_with(guide, '␡')) or (plate <> '' and not starts_with(plate, '␡')) or (leaders <> '' and not starts_with(leaders, '␡')) or (remark <> '' and not starts_with(remark, '␡')) or (itinerary <> '' and not starts_with(itinerary, '␡'));
create index restricted_visitor_personal on restricted_visitor (corp_code, until_day, id)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (person <> '' and not starts_with(person, '␡')) or (reason <> '' and not starts_with(reason, '␡'));
create index parking_record_personal on parking_record (corp_code, left_at, id)
  where (plate <> '' and not starts_with(plate, '␡')) or (reason <> '' and not starts_with(reason, '␡')) or (lost_entry <> '' and not starts_with(lost_entry, '␡'));
create index parking_pass_personal on parking_pass (corp_code, until_day, id)
  where (plates <> '' and not starts_with(plates, '␡')) or (holder <> '' and not starts_with(holder, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (reason <> '' and not starts_with(reason, '␡'));
create index theatre_preselect_personal on theatre_preselect (corp_code, until, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index tenant_application_personal on tenant_application (corp_code, at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (email <> '' and not starts_with(email, '␡')) or (ip <> '' and not starts_with(ip, '␡')) or (wishes <> '' and not starts_with(wishes, '␡')) or (reason <> '' and not starts_with(reason, '␡'));
create index tenant_personal on tenant (corp_code, updated_at, id)
  where (contact <> '' and not starts_with(contact, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index employee_personal on employee (corp_code, leave_day, id)
  where (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));

-- What is said of a card leaves its log with the names.
create or replace function erase_season_card_log(cards bigint[]) returns void
language sql security definer set search_path = public as $$
  update season_card_log l
  set holder_name = case when l.holder_name <> '' then '␡' else l.holder_name end,
      said = case when l.said <> '' then '␡' else l.said end
  from season_card c
  where l.corp_code = current_setting('app.corp_code')
    and l.card_id = any (cards)
    and c.corp_code = l.corp_code
    and c.id = l.card_id
    and starts_with(c.holder_name, '␡')
    and (
      (l.holder_name <> '' and not starts_with(l.holder_name, '␡'))
      or (l.said <> '' and not starts_with(l.said, '␡'))
    );
$$;

-- Messages, and carts that nobody fetched, go at night.
create index message_old on message (at);
create index held_cart_old on held_cart (created_at);
