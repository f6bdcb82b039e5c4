-- The rights of a corp have a version: another one whenever something changes that the menu, the buttons or the name of one
-- of its accounts are made of. Whoever has read them keeps them for as long as the version is the same. No number that
-- counts on: after a restore it would come round to what it meant before.
alter table corp add column rights uuid not null default gen_random_uuid();

create or replace view corp_zone as
  select c.corp_code,
         c.status,
         coalesce((
           select nullif(p.param_option, '')
           from sys_param p
           where p.corp_code = c.corp_code and p.param_code = 'timeZone'
         ), 'Asia/Shanghai') as time_zone,
         c.rights
  from corp c;

-- The row of the corp stays locked until the change is committed, so no version is seen before what it stands for.
create function renew_rights() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update corp set rights = gen_random_uuid() where corp_code in (select corp_code from changed);
  return null;
end $$;

-- The menu and the buttons are every corp's.
create function renew_all_rights() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  if exists (select from changed) then
    update corp set rights = gen_random_uuid();
  end if;
  return null;
end $$;

create function renew_rights_of_account() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update corp set rights = gen_random_uuid() where corp_code = new.corp_code;
  return null;
end $$;

create function renew_rights_of_name() returns trigger
language plpgsql as $$
begin
  new.rights := gen_random_uuid();
  return new;
end $$;

do $$
declare
  source record;
begin
  for source in
    values ('role_grant', 'renew_rights'), ('account_role', 'renew_rights'),
           ('fun', 'renew_all_rights'), ('button', 'renew_all_rights')
  loop
    execute format('create trigger rights_added after insert on %I referencing new table as changed
                    for each statement execute function %I()', source.column1, source.column2);
    execute format('create trigger rights_changed after update on %I referencing new table as changed
                    for each statement execute function %I()', source.column1, source.column2);
    execute format('create trigger rights_removed after delete on %I referencing old table as changed
                    for each statement execute function %I()', source.column1, source.column2);
  end loop;
end $$;

create trigger account_rights after update on account
  for each row
  when (
    (old.acc_name, old.name, old.acc_type, old.dept_name, old.is_real_name, old.initpwd)
    is distinct from
    (new.acc_name, new.name, new.acc_type, new.dept_name, new.is_real_name, new.initpwd)
  )
  execute function renew_rights_of_account();

create trigger corp_rights before update of name on corp
  for each row
  when (old.name is distinct from new.name)
  execute function renew_rights_of_name();
