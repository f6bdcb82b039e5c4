-- Files that jobs make: in parts, since a file never stands in memory as a whole, and in the database, since another
-- server may be asked for it. A section may be added to until the end; the file is all sections in order.
create table export_part (
  corp_code text not null default current_setting('app.corp_code'),
  job_id bigint not null,
  section integer not null,
  part integer not null,
  bytes bytea not null,
  primary key (corp_code, job_id, section, part),
  foreign key (corp_code, job_id) references job (corp_code, id) on delete cascade
);
-- What is in there is compressed already, or will not be read often.
alter table export_part alter column bytes set storage external;
