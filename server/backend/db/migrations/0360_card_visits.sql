-- A visit changed the moment of a card, which stands in an index, and so wrote a row anew into every index of the cards:
-- most of what a gate's check of a card cost. Gates without a line hear of visits from the passes; the card's row stays where
-- it is, for which its page keeps some room.
alter table season_card_pass add column counted_at timestamptz not null default now();
alter table season_card_pass alter column counted_at set default clock_timestamp();
create index season_card_pass_counted on season_card_pass (corp_code, counted_at, card_id);

drop trigger season_card_changed on season_card;
create trigger season_card_changed before update on season_card for each row
  when (new.visits <= old.visits)
  execute function season_card_changed();

alter table season_card set (fillfactor = 85);
