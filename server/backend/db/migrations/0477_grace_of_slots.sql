-- Minutes before a slot begins and after it has ended in which its tickets admit too.
alter table ticket_type
  add column grace_before integer check (grace_before between 0 and 240),
  add column grace_after integer check (grace_after between 0 and 240);
