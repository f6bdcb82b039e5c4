-- What of the start-up guide no other table tells: skipped parts, where it was left, and the test sale.
create table start_up (
  corp_code text not null default current_setting('app.corp_code'),
  skipped text[] not null default '{}',
  left_at text not null default 'park' check (left_at in ('park', 'types', 'gates', 'staff', 'paying', 'sale')),
  dismissed boolean not null default false,
  test_order_id bigint,
  updated_at timestamptz not null default now(),
  primary key (corp_code),
  foreign key (corp_code, test_order_id) references orders (corp_code, id)
);

-- Who sells already is not told how to begin.
insert into start_up (corp_code, dismissed)
select corp_code, true
from corp c
where exists (select from orders o where o.corp_code = c.corp_code);

-- The entry was every account's before it had a screen; now it is granted.
update fun set key = 'guidePage' where key = 'open:startGuide';
