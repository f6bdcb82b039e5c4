-- What an account's last export of a list has seen, by its filters; a plan has its own. `mark`: the oldest transaction that was
-- open then, counted by the server of that name.
create table export_mark (
  corp_code text not null default current_setting('app.corp_code'),
  account_id bigint not null,
  list text not null,
  asked text not null,
  plan_id bigint not null default 0,
  mark bigint not null,
  server text not null,
  at timestamptz not null,
  primary key (corp_code, account_id, list, asked, plan_id)
);
