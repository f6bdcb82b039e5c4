-- Failed sign-ins are counted by where they come from: an address, or a device that signed in to the account before.
create table sign_in_device (
  corp_code text not null,
  account_id bigint not null,
  -- SHA-256 of the secret in the device's cookie.
  device_hash bytea not null,
  last_seen timestamptz not null,
  primary key (corp_code, account_id, device_hash),
  foreign key (corp_code, account_id) references account (corp_code, id) on delete cascade
);
create index sign_in_device_seen on sign_in_device (last_seen);

-- Set where the attempt came from a device of the account.
alter table sign_in_log add column device_hash bytea;
create index sign_in_log_failure on sign_in_log (corp_code, lower(acc_name), at desc)
  where outcome in ('unknown', 'password', 'disabled', 'code');
create index sign_in_log_begun_anew on sign_in_log (corp_code, lower(acc_name), id desc)
  where outcome in ('success', 'unlocked', 'proved');

-- `locked_until` stays, for the list of operators; what locks is counted in the log, for names that nobody has as well.
alter table account drop column failed_sign_ins, drop column first_failed_at;

-- A solved puzzle is good for one account name.
alter table captcha add column acc_name text not null default '';

-- The code by text message that opens a locked sign-in to one browser session; for a name that nobody has it is made out
-- all the same and sent to nobody.
create table sign_in_proof (
  session_hash bytea primary key,
  corp_code text not null,
  acc_name text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_proof_expiry on sign_in_proof (expires_at);

-- A changed password ends what was trusted with the old one: sessions, codes that wait, devices.
create or replace function end_sessions_of_account() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update session
  set revoked_at = now()
  where corp_code = new.corp_code
    and account_id = new.id
    and revoked_at is null
    and (new.status <> 'T' or id::text is distinct from current_setting('app.kept_session', true));
  delete from check_code where corp_code = new.corp_code and account_id = new.id;
  delete from sign_in_device where corp_code = new.corp_code and account_id = new.id;
  return null;
end $$;
