-- Roles are edited on a screen: a remark, a version against two editors, and who holds a role by role.
alter table role
  add column remark text,
  add column row_version integer not null default 0,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now();
create index role_name on role (corp_code, name, id);
create index account_role_role on account_role (corp_code, role_id, account_id);
