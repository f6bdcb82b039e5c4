-- Since when a card is reported lost, and of what staff was reminded about it: its last day and how near that is, or its loss.
alter table season_card add column frozen_at timestamptz;
alter table season_card add column reminded_for text not null default '';
update season_card c
set frozen_at = (
  select max(l.at) from season_card_log l
  where l.corp_code = c.corp_code and l.card_id = c.id and l.step = 'reportLoss'
)
where c.status = 'frozen';
create index season_card_frozen on season_card (corp_code, frozen_at, id) where status = 'frozen';
