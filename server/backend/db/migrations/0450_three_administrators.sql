-- Where a corp chooses so, its administration is divided in three that exclude each other: system, security, audit.
-- Which duty a right belongs to; null: none. `app/contract/platform/duties.ts` says the same, and a test holds them together.
create function duty_of(fun text, button text) returns text
language sql immutable parallel safe as $$
  select case
    when fun in ('auditList', 'signInLog', 'callLog', 'selfAudit') then 'audit'
    when fun in ('sysRoleList', 'onlineList', 'sysAccessApplication') then 'security'
    when button in ('operator:grant', 'operator:factor', 'operator:signOut', 'user:unlock') then 'security'
    when button in ('operator:add', 'operator:remove', 'operator:suspend', 'operator:reset') then 'system'
    when fun in (
      'paramList', 'menuManage', 'addApp', 'scheduleTaskList', 'systemHealth', 'personalData', 'webhookList',
      'messageHookList', 'exportStoreList', 'ownFieldList', 'completeList', 'dataMigration', 'clearTenantData'
    ) then 'system'
  end
$$;

create function is_divided(corp text) returns boolean
language sql stable as $$
  select exists (
    select from sys_param
    where corp_code = corp and param_code = 'dividedAdministration' and param_option = 'T'
  )
$$;

-- Asked after every change of roles, rights, accounts and of the parameter itself, one transaction after the other: two
-- changes that are each harmless may give somebody two duties together. The owner of the data is not asked: starts and
-- tools are theirs.
create function keep_duties_apart() returns trigger
language plpgsql set search_path = public as $$
declare
  corp text;
  who text;
begin
  if current_user not in ('console_tenant', 'console_scoped') then
    return null;
  end if;
  for corp in select distinct c.corp_code from changed c loop
    -- Who divides has it alone; where nothing is divided, nobody waits for anybody else.
    perform pg_advisory_xact_lock_shared(hashtext('division ' || corp));
    continue when not is_divided(corp);
    perform pg_advisory_xact_lock(hashtext('duties ' || corp));
    select a.name into who
    from account a
    where a.corp_code = corp and a.acc_type = '11'
    limit 1;
    if who is null then
      select min(a.name) into who
      from account a
      join account_role ar on ar.corp_code = a.corp_code and ar.account_id = a.id
      join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
      where a.corp_code = corp and duty_of(g.fun_code, g.button_code) is not null
      group by a.id
      having count(distinct duty_of(g.fun_code, g.button_code)) > 1
      limit 1;
    end if;
    if who is not null then
      raise exception using errcode = 'TA001', message = 'duties', detail = who;
    end if;
  end loop;
  return null;
end $$;

create trigger account_duties_added after insert on account referencing new table as changed
  for each statement execute function keep_duties_apart();
create trigger account_role_duties_added after insert on account_role referencing new table as changed
  for each statement execute function keep_duties_apart();
create trigger account_role_duties_changed after update on account_role referencing new table as changed
  for each statement execute function keep_duties_apart();
create trigger role_grant_duties_added after insert on role_grant referencing new table as changed
  for each statement execute function keep_duties_apart();
create trigger role_grant_duties_changed after update on role_grant referencing new table as changed
  for each statement execute function keep_duties_apart();

-- An account is written at every sign-in, a parameter seldom: each is asked only where it matters.
create function keep_divided() returns trigger
language plpgsql set search_path = public as $$
begin
  if current_user not in ('console_tenant', 'console_scoped') then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('division ' || new.corp_code));
  if is_divided(new.corp_code) then
    raise exception using errcode = 'TA001', message = 'duties', detail = new.name;
  end if;
  return null;
end $$;
create trigger account_becomes_administrator after update on account
  for each row when (new.acc_type = '11' and old.acc_type <> '11') execute function keep_divided();

create function keep_division() returns trigger
language plpgsql set search_path = public as $$
begin
  if current_user in ('console_tenant', 'console_scoped') then
    raise exception using errcode = 'TA001', message = 'division', detail = '';
  end if;
  return null;
end $$;
create trigger division_stays after update on sys_param
  for each row when (old.param_code = 'dividedAdministration' and old.param_option = 'T' and new.param_option <> 'T')
  execute function keep_division();
create trigger division_stays_there after delete on sys_param
  for each row when (old.param_code = 'dividedAdministration' and old.param_option = 'T')
  execute function keep_division();
