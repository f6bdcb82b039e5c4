-- When each rule of the self-audit was last asked, how long that took and how many discrepancies it found. One row a rule.
create table self_audit_rule (
  corp_code text not null default current_setting('app.corp_code'),
  rule text not null,
  at timestamptz not null,
  ms integer not null,
  rows integer not null,
  job_id bigint not null,
  primary key (corp_code, rule)
);
-- By whom a finding was made; of those before, nothing is known.
alter table self_audit_finding add column rule text not null default '';
create index self_audit_finding_of on self_audit_finding (corp_code, job_id, rule);
