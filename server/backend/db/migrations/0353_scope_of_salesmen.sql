-- Whose agencies an account sees that is a salesman's: those of the salesmen of the accounts whose orders it sees. Null for
-- an account that is nobody's, which sees all agencies. Of few accounts, so it stands in a function as the others do.
create function salesmen_of_accounts(corp text, one bigint, accounts bigint[]) returns bigint[]
language plpgsql stable as $$
begin
  if not exists (select from salesman s where s.corp_code = corp and s.account_id = one) then
    return null;
  end if;
  return array(select s.id from salesman s where s.corp_code = corp and s.account_id = any (accounts) order by s.id);
end $$;
