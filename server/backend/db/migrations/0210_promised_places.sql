-- People who are promised a place in a park's day and have no ticket yet: orders whose money a company is still asked for,
-- and groups that are confirmed. They count in the day as tickets do, so nobody else is sold their place.
create table park_promise (
  corp_code text not null default current_setting('app.corp_code'),
  source text not null check (source in ('line', 'group')),
  source_id bigint not null,
  park_id bigint not null,
  day date not null,
  people integer not null check (people > 0),
  primary key (corp_code, source, source_id, park_id),
  foreign key (corp_code, park_id) references park (corp_code, id)
);
create index park_promise_day on park_promise (corp_code, park_id, day);

create function count_promises() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  insert into park_day as d (corp_code, park_id, day, people)
  select m.corp_code, m.park_id, m.day, sum(m.people)
  from (select corp_code, park_id, day, case tg_op when 'DELETE' then -people else people end as people from moved) m
  join park_capacity c on c.corp_code = m.corp_code and c.park_id = m.park_id
  group by m.corp_code, m.park_id, m.day
  order by m.corp_code, m.park_id, m.day
  on conflict (corp_code, park_id, day) do update set people = d.people + excluded.people;
  return null;
end $$;
create trigger promise_counted after insert on park_promise
  referencing new table as moved
  for each statement execute function count_promises();
create trigger promise_freed after delete on park_promise
  referencing old table as moved
  for each statement execute function count_promises();

-- Promises with the tickets; and a day that has neither counts nobody, whatever a former limit had counted.
create or replace function count_days_of_park() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  lock table ticket, park_promise in share row exclusive mode;
  delete from park_day where corp_code = new.corp_code and park_id = new.park_id;
  insert into park_day (corp_code, park_id, day, people)
  select new.corp_code, new.park_id, b.day, sum(b.people)
  from (
    select t.visit_day as day, count(*) as people
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

-- Groups that are confirmed already.
insert into park_promise (corp_code, source, source_id, park_id, day, people)
select corp_code, 'group', id, park_id, visit_day, persons
from group_booking
where state in ('confirmed', 'arrived')
  and persons > 0;
