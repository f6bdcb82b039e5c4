-- What holds a session: its user locked it, or its password must be changed first. And how long it may idle.
alter table session
  add column lock_hash text,
  add column wrong_unlocks integer not null default 0,
  add column must_change_password boolean not null default false,
  add column idle_minutes integer not null default 120 check (idle_minutes between 1 and 10080);

-- Whoever is disabled is out, and stays out when enabled again. A changed password ends every session but the one that
-- changed it (app.kept_session). By the database, so that no way of changing either forgets it.
create function end_sessions_of_account() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update session
  set revoked_at = now()
  where corp_code = new.corp_code
    and account_id = new.id
    and revoked_at is null
    and (new.status <> 'T' or id::text is distinct from current_setting('app.kept_session', true));
  return null;
end $$;

create trigger account_out
after update of status, password_hash on account
for each row
when (new.password_hash <> old.password_hash or (new.status <> 'T' and old.status = 'T'))
execute function end_sessions_of_account();
