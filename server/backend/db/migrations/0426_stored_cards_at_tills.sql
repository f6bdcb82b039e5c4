-- What a till without a line fetches of stored-value cards: whatever changed of their state, and what was spent on a day.
alter table stored_card add column changed_at timestamptz not null default now();
create function stored_card_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
-- Balances move with every purchase, and no till knows them.
create trigger stored_card_changed before update on stored_card
  for each row when (
    (old.number, old.card_type_id, old.status, old.valid_to, old.sold_at, old.frozen_at)
    is distinct from (new.number, new.card_type_id, new.status, new.valid_to, new.sold_at, new.frozen_at)
  )
  execute function stored_card_changed();
create index stored_card_changed_at on stored_card (corp_code, changed_at);
create index stored_spend_day on stored_spend (corp_code, day);
create index stored_charge_day on stored_charge (corp_code, day);
create index stored_offline_day on stored_offline (corp_code, day);
