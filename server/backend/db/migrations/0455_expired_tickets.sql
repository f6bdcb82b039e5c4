-- What becomes of the money of tickets that nobody used in time: nothing, as until now, or it goes back, asked for or by itself.
alter table ticket_type
  add column expired_refund text check (expired_refund in ('request', 'auto')),
  add column expired_days integer check (expired_days between 1 and 180),
  add column expired_fee integer check (expired_fee between 0 and 100),
  add check (expired_refund is null or expired_days is not null);

-- Once a night those are looked for that go back by themselves: a few of all the tickets of a year.
create index ticket_unused on ticket (corp_code, valid_to, order_id) where state = 'expired' and used = 0 and price > 0;
