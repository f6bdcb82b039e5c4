-- What became of each ticket of a cancelled session is a list of its own; of whom its holder was told, and when. A ticket
-- that went back at once was never meant for another session.
alter table theatre_move
  add column row_version integer not null default 0,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column told_at timestamptz,
  alter column to_session_id drop not null,
  add check (state <> 'moved' or to_session_id is not null);
