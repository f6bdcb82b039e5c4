-- Planned exports that come by mail as well: the letter is put in with the end of the export, in one transaction.
alter table export_plan add column by_mail boolean not null default false;

alter table message_mail
  drop constraint message_mail_purpose_check,
  add constraint message_mail_purpose_check check (purpose in ('message', 'digest', 'code', 'export')),
  -- Of a file: the export that made it.
  add column job_id bigint,
  add constraint message_mail_job_check check ((purpose = 'export') = (job_id is not null));
create unique index message_mail_job on message_mail (corp_code, job_id) where job_id is not null;
