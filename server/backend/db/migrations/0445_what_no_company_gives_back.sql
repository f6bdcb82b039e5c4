-- What a change of tickets cost more was taken by hand, whatever a company took of the order before. Of a refund of both the
-- company gives back its own part; the rest is found among the abnormal records, or nobody would hand it out.
create or replace function send_money_back() returns trigger
language plpgsql as $$
declare
  paid record;
  rest bigint := -new.amount;
begin
  select p.id, p.out_trade_no, least(-new.amount, p.still) as amount
  into paid
  from (
    select a.id, a.out_trade_no, a.amount - coalesce((
             select sum(r.amount) from pay_refund r where r.corp_code = a.corp_code and r.attempt_id = a.id
           ), 0) as still
    from pay_attempt a
    where a.corp_code = new.corp_code
      and a.order_id = new.order_id
      and a.payment_type = new.payment_type
      and a.state = 'paid'
  ) p
  order by p.still <= 0, p.id
  limit 1;
  if not found then
    return null;
  end if;
  if paid.amount > 0 then
    insert into pay_refund (corp_code, attempt_id, payment_id, out_refund_no, amount, started_at)
    values (new.corp_code, paid.id, new.id, paid.out_trade_no || 'R' || new.id, paid.amount, new.at);
    rest := rest - paid.amount;
  end if;
  if rest > 0 then
    insert into abnormal_record (corp_code, key, kind, subject, order_id, order_no, offline, stated, ours, found_at)
    select new.corp_code, 'attempt:rest:' || new.id, 'missingThere', o.order_no, o.id, o.order_no, o.offline::int, 0, -rest,
           new.at
    from orders o
    where o.corp_code = new.corp_code and o.id = new.order_id
    on conflict (corp_code, key) do nothing;
  end if;
  return null;
end $$;

-- Orders that wait for a company, of one seller: asked when their shift is closed.
create index pay_attempt_waiting on pay_attempt (corp_code, seller_id) where kept is not null;
