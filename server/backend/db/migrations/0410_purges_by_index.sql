-- What goes at night is found by an index on how old it is.
create index self_audit_finding_old on self_audit_finding (at);
create index message_mail_old on message_mail (asked_at) where state in ('sent', 'failed', 'dropped');
create index job_old on job (created_at) where finished_at is not null;
create index webhook_delivery_old on webhook_delivery (updated_at) where state <> 'waiting';
create index message_hook_delivery_old on message_hook_delivery (updated_at) where state <> 'waiting';
create index export_store_file_old on export_store_file (updated_at) where state <> 'waiting';
