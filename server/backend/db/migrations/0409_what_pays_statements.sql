-- A statement is paid by what came in and stayed: receipts, rebates and rewards, less what went back. What is written off
-- leaves the account, and a bank reference of a reward stands among the others.
alter table agency_ledger drop constraint agency_ledger_kind_check;
alter table agency_ledger add constraint agency_ledger_kind_check check (kind in (
  'topUp', 'repay', 'withdraw', 'sale', 'saleCredit', 'saleBack', 'saleCreditBack', 'rebate', 'rebateOwed', 'rebateBack',
  'rebateBackOwed', 'reward', 'rewardOwed', 'rewardBack', 'rewardBackOwed', 'writtenOff', 'deposit', 'depositBack'
));

alter table agency_receipt drop constraint agency_receipt_kind_check;
alter table agency_receipt add constraint agency_receipt_kind_check check (kind in (
  'topUp', 'withdraw', 'rebate', 'rebateBack', 'reward', 'rewardBack', 'deposit', 'depositBack', 'paidOut', 'paidBack'
));
-- Rebates and rewards go by the number of what they are of, which no bank gave.
drop index agency_receipt_ref;
create unique index agency_receipt_ref on agency_receipt (corp_code, lower(bank_ref))
  where kind not in ('rebate', 'rebateBack', 'reward', 'rewardBack');
drop index agency_receipt_free;
create index agency_receipt_free on agency_receipt (corp_code, agency_id, id)
  where kind in ('topUp', 'rebate', 'reward') and allocated < amount;

insert into agency_receipt (corp_code, agency_id, kind, bank_ref, amount, at, account_name)
select corp_code, agency_id, replace(kind, 'Owed', ''), source, sum(abs(prepaid_change) + abs(used_change)), at,
       max(account_name)
from agency_ledger
where kind in ('rebate', 'rebateOwed', 'rebateBack', 'rebateBackOwed', 'reward', 'rewardOwed', 'rewardBack', 'rewardBackOwed')
group by corp_code, agency_id, replace(kind, 'Owed', ''), source, at
order by min(id);

insert into agency_receipt (corp_code, agency_id, kind, bank_ref, amount, at, account_name)
select corp_code, agency_id, 'paidOut', bank_ref, amount - withheld, updated_at, maker
from guide_reward
where payee = 'person' and bank_ref is not null and amount > withheld
order by id
on conflict do nothing;
insert into agency_receipt (corp_code, agency_id, kind, bank_ref, amount, at, account_name)
select corp_code, agency_id, 'paidBack', back_ref, clawed, updated_at, maker
from guide_reward
where payee = 'person' and back_ref is not null and clawed > 0
order by id
on conflict do nothing;
