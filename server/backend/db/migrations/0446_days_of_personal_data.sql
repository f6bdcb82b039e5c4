-- A day stands once in an index of days: their rows are found without their ids.
drop index employee_personal, ticket_personal, reservation_personal, group_booking_personal, restricted_visitor_personal, orders_personal, parking_pass_personal, season_card_personal, salesman_personal, reception_request_personal;
create index employee_personal on employee (corp_code, leave_day)
  where (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index ticket_personal on ticket (corp_code, valid_to)
  where (holder_name <> '' and not starts_with(holder_name, '␡')) or (holder_identity <> '' and not starts_with(holder_identity, '␡'));
create index reservation_personal on reservation (corp_code, visit_day)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (cancelled_for <> '' and not starts_with(cancelled_for, '␡'));
create index group_booking_personal on group_booking (corp_code, visit_day)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (guide <> '' and not starts_with(guide, '␡')) or (plate <> '' and not starts_with(plate, '␡')) or (leaders <> '' and not starts_with(leaders, '␡')) or (remark <> '' and not starts_with(remark, '␡')) or (itinerary <> '' and not starts_with(itinerary, '␡'));
create index restricted_visitor_personal on restricted_visitor (corp_code, until_day)
  where (name <> '' and not starts_with(name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (person <> '' and not starts_with(person, '␡')) or (reason <> '' and not starts_with(reason, '␡'));
create index orders_personal on orders (corp_code, (coalesce(last_visit_day, visit_day)))
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index parking_pass_personal on parking_pass (corp_code, until_day)
  where (plates <> '' and not starts_with(plates, '␡')) or (holder <> '' and not starts_with(holder, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (reason <> '' and not starts_with(reason, '␡'));
create index season_card_personal on season_card (corp_code, (coalesce(valid_to, '-infinity'::date)))
  where (holder_name <> '' and not starts_with(holder_name, '␡')) or (identity <> '' and not starts_with(identity, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (photos <> '' and not starts_with(photos, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index salesman_personal on salesman (corp_code, left_day)
  where (mobile <> '' and not starts_with(mobile, '␡')) or (remark <> '' and not starts_with(remark, '␡'));
create index reception_request_personal on reception_request (corp_code, visit_day)
  where (guests <> '' and not starts_with(guests, '␡')) or (contact_mobile <> '' and not starts_with(contact_mobile, '␡')) or (reason <> '' and not starts_with(reason, '␡')) or (letter <> '' and not starts_with(letter, '␡')) or (answer <> '' and not starts_with(answer, '␡'));
