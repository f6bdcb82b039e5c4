-- Parks that an account works in (none: all of its corp), and the one that a session has chosen.
create table account_park (
  corp_code text not null default current_setting('app.corp_code'),
  account_id bigint not null,
  park_id bigint not null,
  primary key (corp_code, account_id, park_id),
  foreign key (corp_code, account_id) references account (corp_code, id) on delete cascade,
  foreign key (corp_code, park_id) references park (corp_code, id) on delete cascade
);
create index account_park_park on account_park (corp_code, park_id);

-- With its name: the top bar shows it on every page.
alter table session
  add column park_id bigint,
  add column park_name text not null default '';
