-- Stored-value cards come in batches by number range as annual cards do.
alter table stored_card add column batch_id bigint;
alter table stored_card add foreign key (corp_code, batch_id) references card_batch (corp_code, id);
create index stored_card_batch on stored_card (corp_code, batch_id, status) where batch_id is not null;
create index stored_card_next on stored_card (corp_code, card_type_id, id) where status = 'stock' and batch_id is not null;

-- Of whichever kind: a type's cards all stand in one of the two tables.
create view numbered_card with (security_invoker = true) as
  select corp_code, id, card_type_id, batch_id, status, number, number_key from season_card
  union all
  select corp_code, id, card_type_id, batch_id, status, number, number_key from stored_card;
