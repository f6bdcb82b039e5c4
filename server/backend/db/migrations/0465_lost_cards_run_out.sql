-- What ran out while it was reported lost is found by night as well.
drop index season_card_due;
create index season_card_due on season_card (corp_code, valid_to, id)
  where status in ('sold', 'active') or frozen_for = 'loss';
