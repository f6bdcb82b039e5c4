-- Personal data are destroyed at the request of whom they are about as well: then there is neither a job nor a count of days.
alter table personal_erasure_log
  alter column job_id drop not null,
  alter column days drop not null,
  add check ((job_id is null) = (days is null));
