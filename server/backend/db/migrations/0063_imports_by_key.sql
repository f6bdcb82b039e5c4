-- A file may be an `.xls`. Imports may change rows that are there: which row, what it was when the file was checked, and what it had before.
alter table import_run
  drop constraint import_run_format_check,
  add constraint import_run_format_check check (format in ('xlsx', 'xls', 'csv')),
  add column existing text not null default 'refuse' check (existing in ('refuse', 'change'));

alter table import_row
  -- The row whose key the line has, and its version when that was seen; null for a new one.
  add column found_id bigint,
  add column found_version integer,
  -- Of the fields in "values": what they were.
  add column before jsonb,
  drop constraint import_row_state_check,
  add constraint import_row_state_check check (state in ('good', 'bad', 'same', 'done', 'undone', 'kept')),
  add constraint import_row_found_check check ((found_id is null) = (found_version is null));

-- Rows that an import left as they are: who takes a later import back tells the earlier ones.
create index import_row_made on import_row (corp_code, row_id) where state = 'done';
