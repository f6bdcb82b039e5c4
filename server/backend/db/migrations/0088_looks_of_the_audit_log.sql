-- Entries of the audit log that are looks at what is masked for others, apart from what somebody changed.
alter table audit_log add column look boolean not null default false;
update audit_log set look = true where after ->> 'seen' = 'sensitive';
