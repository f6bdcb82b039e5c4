-- Uploaded files and what holds on to them; their bytes are in the file store.

create table stored_file (
  corp_code text not null default current_setting('app.corp_code'),
  path text not null,
  kind text not null check (kind in ('image', 'media', 'document')),
  -- As it was called where it came from.
  name text not null,
  content_type text not null,
  size bigint not null,
  width integer,
  height integer,
  -- Served to everybody, not to the corp alone.
  is_public boolean not null default false,
  -- A temporary one that nothing holds on to goes a day after `since`; a gone one's bytes are being removed.
  state text not null check (state in ('temporary', 'kept', 'gone')),
  since timestamptz not null,
  -- The business of the upload, e.g. ski.
  source text not null,
  account_id bigint not null,
  created_at timestamptz not null,
  primary key (corp_code, path),
  unique (path)
);
create index stored_file_sweep on stored_file (since) where state <> 'kept';

create table file_use (
  corp_code text not null default current_setting('app.corp_code'),
  thing text not null,
  thing_id bigint not null,
  field text not null,
  path text not null,
  primary key (corp_code, thing, thing_id, field, path),
  foreign key (corp_code, path) references stored_file (corp_code, path)
);
create index file_use_path on file_use (corp_code, path);
