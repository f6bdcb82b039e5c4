-- A rebate counts tickets that are paid. What was agreed before keeps counting as it was agreed: paid or not.
alter table agreed_quantity add column counts text not null default 'sold';
alter table agreed_quantity alter column counts set default 'paid';
alter table agreed_quantity add check (counts in ('paid', 'sold'));
-- Of one that is booked: the first charge that was not paid then.
alter table agreed_quantity add column unpaid_charge_id bigint;
alter table agreed_quantity
  add foreign key (corp_code, unpaid_charge_id) references agency_charge (corp_code, id)
  on delete set null (unpaid_charge_id);
create index agreed_quantity_unpaid on agreed_quantity (corp_code, unpaid_charge_id) where unpaid_charge_id is not null;
