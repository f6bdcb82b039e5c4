-- A park's day counts people: a family ticket for four is four of them, as at the gate.
create function people_of_ticket(rules jsonb) returns integer
language sql immutable as $$ select coalesce((rules ->> 'persons')::integer, 1) $$;

create or replace function count_issued_tickets() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into park_day as d (corp_code, park_id, day, people)
  select f.corp_code, f.park_id, f.visit_day, sum(people_of_ticket(f.rules))
  from fresh f
  join park_capacity c on c.corp_code = f.corp_code and c.park_id = f.park_id
  where counts_for_its_day(f.state)
  group by f.corp_code, f.park_id, f.visit_day
  order by f.corp_code, f.park_id, f.visit_day
  on conflict (corp_code, park_id, day) do update set people = d.people + excluded.people;
  return null;
end $$;

create or replace function count_moved_ticket() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into park_day as d (corp_code, park_id, day, people)
  select t.corp_code, t.park_id, t.day, sum(t.people)
  from (
    values (old.corp_code, old.park_id, old.visit_day,
            case when counts_for_its_day(old.state) then -people_of_ticket(old.rules) else 0 end),
           (new.corp_code, new.park_id, new.visit_day,
            case when counts_for_its_day(new.state) then people_of_ticket(new.rules) else 0 end)
  ) t (corp_code, park_id, day, people)
  join park_capacity c on c.corp_code = t.corp_code and c.park_id = t.park_id
  where t.people <> 0
  group by t.corp_code, t.park_id, t.day
  order by t.corp_code, t.park_id, t.day
  on conflict (corp_code, park_id, day) do update set people = d.people + excluded.people;
  return null;
end $$;

create or replace function count_days_of_park() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  lock table ticket, park_promise in share row exclusive mode;
  delete from park_day where corp_code = new.corp_code and park_id = new.park_id;
  insert into park_day (corp_code, park_id, day, people)
  select new.corp_code, new.park_id, b.day, sum(b.people)
  from (
    select t.visit_day as day, sum(people_of_ticket(t.rules)) as people
    from ticket t
    where t.corp_code = new.corp_code
      and t.park_id = new.park_id
      and counts_for_its_day(t.state)
    group by t.visit_day
    union all
    select p.day, sum(p.people)
    from park_promise p
    where p.corp_code = new.corp_code
      and p.park_id = new.park_id
    group by p.day
  ) b
  group by b.day;
  return null;
end $$;

-- What is counted already: the others of each family. Promises keep what they were made for.
update park_day d
set people = d.people + more.people
from (
  select t.corp_code, t.park_id, t.visit_day as day, sum(people_of_ticket(t.rules) - 1) as people
  from ticket t
  join park_capacity c on c.corp_code = t.corp_code and c.park_id = t.park_id
  where counts_for_its_day(t.state)
    and people_of_ticket(t.rules) > 1
  group by t.corp_code, t.park_id, t.visit_day
) more
where d.corp_code = more.corp_code
  and d.park_id = more.park_id
  and d.day = more.day;
