-- What a caller of narrow data scope needs to know: see kernel/scope.ts.
create function accounts_of_department(corp text, one bigint, department bigint) returns bigint[]
language plpgsql stable as $$
begin
  return array(
    with recursive below(id) as (
      select department
      union
      select d.id from department d join below on d.corp_code = corp and d.parent_id = below.id
    )
    select one
    union
    select a.id from below join account a on a.corp_code = corp and a.department_id = below.id
  );
end $$;
create function parks_of_corp(corp text) returns bigint[]
language plpgsql stable as $$
begin
  return array(select id from park where corp_code = corp order by id);
end $$;
