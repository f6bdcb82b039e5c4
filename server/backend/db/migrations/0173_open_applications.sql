-- Applications that place orders by signed requests: what they may ask, on which channel, how their money is booked.
alter table access_app
  alter column origin drop not null,
  add column scopes text[] not null default '{}',
  add constraint access_app_scopes_check check (are_values(scopes)),
  add column channel text not null default 'network',
  add column payment_type text,
  add column hold_minutes integer not null default 15,
  add column rate_per_minute integer not null default 600,
  add column webhook_url text,
  add column last_used_at timestamptz,
  -- Sealed; good until then, so that an application can take a new secret without a gap.
  add column previous_secret text,
  add column previous_until timestamptz;

-- Numbers of signed requests, by their SHA-256: each is taken once. Also what the requests of a minute are counted by.
create table open_nonce (
  corp_code text not null default current_setting('app.corp_code'),
  access_app_id bigint not null,
  nonce text not null,
  at timestamptz not null,
  primary key (corp_code, access_app_id, nonce),
  foreign key (corp_code, access_app_id) references access_app (corp_code, id) on delete cascade
);
create index open_nonce_at on open_nonce (corp_code, access_app_id, at);
