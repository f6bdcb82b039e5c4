-- What an account keeps of a list: its columns, and filters by name.

create table list_columns (
  corp_code text not null default current_setting('app.corp_code'),
  account_id bigint not null,
  list text not null,
  columns jsonb not null,
  primary key (corp_code, account_id, list),
  foreign key (corp_code, account_id) references account (corp_code, id) on delete cascade
);

create table list_filter (
  corp_code text not null default current_setting('app.corp_code'),
  account_id bigint not null,
  list text not null,
  name text not null,
  search text not null,
  primary key (corp_code, account_id, list, name),
  foreign key (corp_code, account_id) references account (corp_code, id) on delete cascade
);
