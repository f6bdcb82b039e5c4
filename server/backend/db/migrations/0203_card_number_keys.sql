-- A card found by its number: lower() is not leakproof, so under row-level security no index on the
-- expression serves the question and every card of the tenant is read. A stored column serves it.
-- The unique indexes on the expression stay: they are the rule, and this is the way in.
alter table season_card add column number_key text not null generated always as (lower(number)) stored;
create index season_card_number_key on season_card (corp_code, number_key);

alter table stored_card add column number_key text not null generated always as (lower(number)) stored;
create index stored_card_number_key on stored_card (corp_code, number_key);
