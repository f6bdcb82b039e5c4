-- Rules that cards of stored value never obeyed are none of their types: several holders, photographs, renewal. A term from the
-- activation was one from the sale.
alter table card_type alter column holders_most drop not null;
alter table card_type alter column holders_most drop default;
update card_type
set holders_most = null, asks_photo = false, renewable = false, renew_before = null, renew_after = null, renewal_price = null,
    validity = case validity when 'activation' then 'sale' else validity end
where kind = 'stored';
alter table card_type add check (kind = 'stored' or holders_most is not null);
alter table card_type add check (kind <> 'stored' or validity <> 'activation');
