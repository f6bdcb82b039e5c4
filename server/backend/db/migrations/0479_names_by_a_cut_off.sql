-- Until how many hours before it arrives a group says who comes: by its agency's agreement, kept with the booking. And how many
-- are free for so many who pay, and whether those begun count as full.
alter table travel_agreement
  add column free_count integer not null default 1 check (free_count between 1 and 20),
  add column free_started boolean not null default false,
  add column names_hours integer check (names_hours between 1 and 720);
alter table group_booking add column names_hours integer check (names_hours between 1 and 720);
