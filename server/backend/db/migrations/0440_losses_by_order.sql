-- What was written off of a statement is known by order, so that a refund of it gives nothing back that nobody paid. Refunds
-- that stood in no statement yet lessen the loss of the one that has their order, and come in no other.
alter table agency_charge
  add column lost bigint not null default 0 check (lost >= 0),
  add column lost_back bigint not null default 0 check (lost_back >= 0);
alter table agency_charge add check (prepaid_back + credit_back + lost <= prepaid + credit);

create table agency_statement_offset (
  corp_code text not null default current_setting('app.corp_code'),
  ledger_id bigint not null,
  statement_id bigint not null,
  amount bigint not null check (amount > 0),
  primary key (corp_code, ledger_id),
  foreign key (corp_code, ledger_id) references agency_ledger (corp_code, id),
  foreign key (corp_code, statement_id) references agency_statement (corp_code, id)
);
create index agency_statement_offset_of on agency_statement_offset (corp_code, statement_id);

-- Of what was written off before: the newest orders of the statement carry it.
with loss as (
  select s.corp_code, s.id, s.agency_id, -sum(l.used_change) as amount
  from agency_statement s
  join agency_ledger l
    on l.corp_code = s.corp_code and l.agency_id = s.agency_id and l.source = s.code and l.kind = 'writtenOff'
  where s.status = 'writtenOff'
  group by s.corp_code, s.id, s.agency_id
), share as (
  select c.corp_code, c.id, o.amount,
         c.prepaid + c.credit - c.prepaid_back - c.credit_back as open,
         sum(c.prepaid + c.credit - c.prepaid_back - c.credit_back) over (
           partition by o.corp_code, o.id order by c.id desc
         ) as until
  from loss o
  join agency_charge c on c.corp_code = o.corp_code and c.agency_id = o.agency_id
  where c.order_no in (
    select l.source from agency_statement_row r
    join agency_ledger l on l.corp_code = r.corp_code and l.id = r.ledger_id
    where r.corp_code = o.corp_code and r.statement_id = o.id
  )
), lost as (
  select corp_code, id, sum(greatest(0, least(open, amount - (until - open)))) as amount
  from share group by corp_code, id
)
update agency_charge c
set lost = least(l.amount, c.prepaid + c.credit - c.prepaid_back - c.credit_back)
from lost l
where c.corp_code = l.corp_code and c.id = l.id and l.amount > 0;
