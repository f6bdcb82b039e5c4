-- Parks within parks.

alter table park
  add column parent_id bigint,
  add foreign key (corp_code, parent_id) references park (corp_code, id);
create index park_parent on park (corp_code, parent_id);
