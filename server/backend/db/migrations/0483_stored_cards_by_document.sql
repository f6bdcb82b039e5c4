-- Holders of stored-value cards are known by every kind of document: kind, country (of passports) and number are the person.
-- Until now the number was a resident's.
alter table stored_card add column document text, add column country text;
update stored_card set document = 'resident' where identity is not null;
alter table stored_card add check (num_nulls(identity, document) in (0, 2));
drop index stored_card_sole;
create unique index stored_card_sole on stored_card (corp_code, card_type_id, identity, document, coalesce(country, ''))
  where sole and identity is not null and status in ('active', 'frozen');
