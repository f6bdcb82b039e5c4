-- Without the ticket's id a day stands once for many tickets: a third of the room, and no half-empty pages where a day
-- that is not the last is sold on. Whoever reads them wants a day whole, in whatever order.
drop index ticket_ending, ticket_park_day;
create index ticket_ending on ticket (corp_code, valid_to) where state = 'issued';
create index ticket_park_day on ticket (corp_code, park_id, visit_day);
