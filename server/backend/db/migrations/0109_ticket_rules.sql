-- Rules of a ticket type beyond days, places and entries; snapshots of them are in `ticket.rules`.
alter table ticket_type
  add column persons integer check (persons between 1 and 1000),
  add column per_day integer check (per_day > 0),
  add column per_group integer check (per_group > 0),
  add column reentry text,
  add column reentries integer check (reentries > 0),
  add column weekdays text[] not null default '{}',
  add column use_days integer check (use_days > 0),
  add column check_hint text;
