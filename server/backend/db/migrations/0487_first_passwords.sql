-- Accounts whose first password nobody knows: one is made for them, and told once.
alter table account add column password_told boolean not null default true;
create index account_without_password on account (corp_code, id) where not password_told;

-- Whoever sets a password knows it.
create function tell_password() returns trigger
language plpgsql set search_path = public as $$
begin
  new.password_told := true;
  return new;
end $$;
create trigger account_password_told before update of password_hash on account
  for each row when (new.password_hash is distinct from old.password_hash) execute function tell_password();
