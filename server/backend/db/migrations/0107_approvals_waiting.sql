-- How many requests wait for an account to decide, counted to 100. A function, since every page asks: its plan is kept, and
-- a corp where nothing waits pays for one look at an index. It sees what its caller sees.
create function approvals_waiting(account_id bigint, moment timestamptz) returns integer
language plpgsql stable as $$
begin
  if not exists (
    select from approval p
    where p.corp_code = current_setting('app.corp_code') and p.state = 'waiting'
  ) then
    return 0;
  end if;
  return (
    -- A right is asked for once, however many requests it decides.
    with held as materialized (
      select k.fun_code, k.button_code
      from (
        select distinct p.fun_code, p.button_code
        from approval p
        where p.corp_code = current_setting('app.corp_code') and p.state = 'waiting'
      ) k
      where may_decide(k.fun_code, k.button_code, account_id)
    )
    select count(*)::int
    from (
      select from approval p
      join held on held.fun_code = p.fun_code and held.button_code = p.button_code
      where p.corp_code = current_setting('app.corp_code')
        and p.state = 'waiting'
        and p.expires_at > moment
        and p.asked_by_id <> account_id
      limit 100
    ) few
  );
end $$;

-- Whether an account holds the right to decide: administrators hold every right.
create function may_decide(fun text, button text, account bigint) returns boolean
language plpgsql stable as $$
begin
  return exists (
    select from account a
    where a.corp_code = current_setting('app.corp_code') and a.id = account and a.acc_type = '11'
  ) or 2 = (
    select count(distinct g.button_code)
    from account_role ar
    join role_grant g on g.corp_code = ar.corp_code and g.role_id = ar.role_id
    where ar.corp_code = current_setting('app.corp_code')
      and ar.account_id = account
      and g.fun_code = fun
      and g.button_code in ('', button)
  );
end $$;
