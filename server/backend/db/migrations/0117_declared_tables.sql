-- Tables of resources are what their declarations say: everyone knows when its rows came, and a default is the table's too.
alter table locker_group
  add column created_at timestamptz not null default now(),
  alter column deposit_small set default 1000,
  alter column deposit_medium set default 2000,
  alter column deposit_large set default 3000,
  alter column hours set default 12;
alter table locker_box add column created_at timestamptz not null default now();
alter table locker_ledger alter column held_change set default 0, alter column kept_change set default 0;
