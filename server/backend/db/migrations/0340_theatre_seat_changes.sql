-- A ticket whose seat was changed for one of another price is good for nothing any more; another is issued in its place.
alter table theatre_ticket drop constraint theatre_ticket_state_check;
alter table theatre_ticket add constraint theatre_ticket_state_check
  check (state in ('sold', 'checked', 'refunding', 'refunded', 'changed'));
drop index theatre_ticket_seat;
-- No seat is sold twice, whatever else is wrong.
create unique index theatre_ticket_seat on theatre_ticket (corp_code, session_id, seat_id)
  where state not in ('refunded', 'changed');
