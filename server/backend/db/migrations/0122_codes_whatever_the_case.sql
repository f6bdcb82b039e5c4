-- Codes of a corp are never alike, whatever the case of their letters: the program always asked so, the database did not,
-- and two who saved at once could differ in case alone. What was before, by two such, is told apart: the older one stays.
create function pg_temp.tell_apart(of text, field text, only_where text default 'true') returns void
language plpgsql as $$
begin
  execute format(
    'update %1$I later set %2$I = later.%2$I || ''-'' || later.id
     where (%3$s) and exists (
       select from %1$I first
       where first.corp_code = later.corp_code
         and lower(first.%2$I) = lower(later.%2$I)
         and first.id < later.id
     )',
    of, field, only_where
  );
end
$$;

select pg_temp.tell_apart(of, 'code')
from unnest(array['park', 'gate_group', 'gate', 'pos', 'ticket_type', 'locker_group', 'role']) of;
select pg_temp.tell_apart('personal_app', 'menu_code');

alter table park drop constraint park_corp_code_code_key;
create unique index park_code on park (corp_code, lower(code));
alter table gate_group drop constraint gate_group_corp_code_code_key;
create unique index gate_group_code on gate_group (corp_code, lower(code));
alter table gate drop constraint gate_corp_code_code_key;
create unique index gate_code on gate (corp_code, lower(code));
alter table pos drop constraint pos_corp_code_code_key;
create unique index pos_code on pos (corp_code, lower(code));
alter table ticket_type drop constraint ticket_type_corp_code_code_key;
create unique index ticket_type_code on ticket_type (corp_code, lower(code));
alter table locker_group drop constraint locker_group_corp_code_code_key;
create unique index locker_group_code on locker_group (corp_code, lower(code));
alter table role drop constraint role_corp_code_code_key;
create unique index role_code on role (corp_code, lower(code));
alter table personal_app drop constraint personal_app_corp_code_menu_code_key;
create unique index personal_app_menu_code on personal_app (corp_code, lower(menu_code));

-- Kept with a capital X always, so none differ in case alone; asked for as everything else is.
drop index employee_identity;
create unique index employee_identity on employee (corp_code, lower(identity));

-- What a corp has made of its own. What a new version of the product brings is not refused by what a corp called alike.
create function pg_temp.tell_types_apart() returns void language plpgsql as $$
declare
  one record;
begin
  for one in
    select later.corp_code, later.id, later.code
    from dict_type later
    where not later.system
      and exists (
        select from dict_type first
        where first.corp_code = later.corp_code
          and lower(first.code) = lower(later.code)
          and not first.system
          and first.id < later.id
      )
  loop
    update dict_item set dict_type = one.code || '-' || one.id
    where corp_code = one.corp_code and dict_type = one.code;
    update dict_type set code = one.code || '-' || one.id
    where corp_code = one.corp_code and id = one.id;
  end loop;
end
$$;
select pg_temp.tell_types_apart();
create unique index dict_type_own_code on dict_type (corp_code, lower(code)) where not system;
update dict_item later
set value = later.value || '-' || later.id
where not later.system
  and exists (
    select from dict_item first
    where first.corp_code = later.corp_code
      and first.dict_type = later.dict_type
      and lower(first.value) = lower(later.value)
      and not first.system
      and first.id < later.id
  );
create unique index dict_item_own_value on dict_item (corp_code, lower(dict_type), lower(value)) where not system;
