-- Names of a group's leaders are destroyed with the rest of its booking.
drop index group_booking_personal;
create index group_booking_personal on group_booking (corp_code, visit_day, id)
  where (contact_name <> '' and not starts_with(contact_name, '␡')) or (mobile <> '' and not starts_with(mobile, '␡')) or (guide <> '' and not starts_with(guide, '␡')) or (plate <> '' and not starts_with(plate, '␡')) or (leaders <> '' and not starts_with(leaders, '␡'));
