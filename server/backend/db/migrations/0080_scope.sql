-- What part of the corp's data a role opens: all, the parks that the account is bound to, its department's, its own.
alter table role
  add column data_scope text not null default 'all' check (data_scope in ('all', 'park', 'department', 'own'));

-- The parks of an order, of all its lines; 0 while it has none. Whoever covers one of them sees the order.
alter table orders
  add column parks bigint[] not null default '{0}' check (cardinality(parks) > 0);
update orders o
set parks = l.parks
from (select corp_code, order_id, array_agg(distinct park_id order by park_id) as parks from sub_order group by 1, 2) l
where l.corp_code = o.corp_code and l.order_id = o.id;
create index orders_parks on orders using gin (parks);

-- The sale writes them itself; this is for lines that come in another way.
create function note_parks_of_orders() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update orders o
  set parks = (
    select array_agg(distinct park order by park)
    from unnest(o.parks || l.parks) park
    where park <> 0
  )
  from (select corp_code, order_id, array_agg(distinct park_id) as parks from fresh group by 1, 2) l
  where o.corp_code = l.corp_code
    and o.id = l.order_id
    and not o.parks @> l.parks;
  return null;
end $$;
create trigger sub_order_parks after insert on sub_order
  referencing new table as fresh
  for each statement execute function note_parks_of_orders();

-- The parks of a pool, of all its ticket types; 0 while it has none.
alter table quota_pool
  add column parks bigint[] not null default '{0}' check (cardinality(parks) > 0);

create function note_parks_of_pools() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update quota_pool q
  set parks = now_in.parks
  from (
    select pool.corp_code, pool.pool_id as id, coalesce(
      array_agg(distinct t.park_id order by t.park_id) filter (where t.park_id is not null), '{0}'
    ) as parks
    from (select distinct corp_code, pool_id from touched) pool
    left join quota_pool_type x on x.corp_code = pool.corp_code and x.pool_id = pool.pool_id
    left join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
    group by 1, 2
  ) now_in
  where q.corp_code = now_in.corp_code
    and q.id = now_in.id
    and q.parks <> now_in.parks;
  return null;
end $$;
create trigger quota_pool_type_parks after insert on quota_pool_type
  referencing new table as touched
  for each statement execute function note_parks_of_pools();
create trigger quota_pool_type_parks_gone after delete on quota_pool_type
  referencing old table as touched
  for each statement execute function note_parks_of_pools();

-- A ticket type that moves to another park takes its pools along.
create function note_parks_of_moved_type() returns trigger
language plpgsql security definer set search_path = public as $$
begin
  update quota_pool q
  set parks = (
    select array_agg(distinct t.park_id order by t.park_id)
    from quota_pool_type x
    join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
    where x.corp_code = q.corp_code and x.pool_id = q.id
  )
  where (q.corp_code, q.id) in (
    select x.corp_code, x.pool_id from quota_pool_type x
    where x.corp_code = new.corp_code and x.ticket_type_id = new.id
  );
  return null;
end $$;
create trigger ticket_type_parks after update of park_id on ticket_type
  for each row when (old.park_id is distinct from new.park_id)
  execute function note_parks_of_moved_type();

update quota_pool q
set parks = l.parks
from (
  select x.corp_code, x.pool_id, array_agg(distinct t.park_id order by t.park_id) as parks
  from quota_pool_type x
  join ticket_type t on t.corp_code = x.corp_code and t.id = x.ticket_type_id
  group by 1, 2
) l
where l.corp_code = q.corp_code and l.pool_id = q.id;
