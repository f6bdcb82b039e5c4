-- The puzzle that a browser session has before it: nobody is known yet, so no corp.
create table captcha (
  session_hash bytea primary key,
  -- Top left corner of the notch.
  x integer not null,
  y integer not null,
  state text not null default 'open' check (state in ('open', 'passed', 'failed')),
  expires_at timestamptz not null
);
create index captcha_expiry on captcha (expires_at);

-- Failures are also counted by the browser session that they came from, and by any name.
alter table sign_in_log add column session_hash bytea;
create index sign_in_log_session on sign_in_log (session_hash, id desc) where session_hash is not null;
drop index sign_in_log_name;
create index sign_in_log_name on sign_in_log (corp_code, lower(acc_name), id desc);
