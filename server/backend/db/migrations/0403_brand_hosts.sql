-- A tenant's own host name, and the picture behind its sign-in page.
alter table tenant add column host text;
create unique index tenant_host on tenant (corp_code, lower(host));

alter table corp add column sign_in_img text not null default '';
