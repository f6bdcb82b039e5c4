-- What runs on this database: each process says every half minute how it is, and takes its row away when it ends.
create table console_node (
  id uuid primary key,
  host text not null,
  pid integer not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  connections integer not null,
  most_connections integer not null,
  waiting integer not null,
  disk_free bigint not null,
  -- Where its backups go, in words; '' for nowhere.
  backup_places text not null default '',
  -- What is wrong with them, in a word that pages know; '' for nothing.
  backup_problem text not null default ''
);
