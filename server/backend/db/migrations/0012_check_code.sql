-- The second step of a sign-in: a code sent to the account's mobile, waited for by one browser session.
alter table account add column if not exists mobile text not null default '';

create table check_code (
  session_hash bytea primary key,
  corp_code text not null,
  account_id bigint not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- What the sign-in knew, for the session that comes of it.
  weak_password boolean not null default false,
  foreign key (corp_code, account_id) references account (corp_code, id) on delete cascade
);
create index check_code_expiry on check_code (expires_at);
create index check_code_account on check_code (corp_code, account_id, sent_at);
