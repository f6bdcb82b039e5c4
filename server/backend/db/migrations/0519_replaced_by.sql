-- A replaced card names the one that goes on, and its deposit is handed over to it.
alter table season_card
  add column replaced_by_id bigint,
  add constraint season_card_replaced_by foreign key (corp_code, replaced_by_id) references season_card (corp_code, id);
create index season_card_replaced_by on season_card (corp_code, replaced_by_id) where replaced_by_id is not null;

alter table stored_card
  add column replaced_by_id bigint,
  add constraint stored_card_replaced_by foreign key (corp_code, replaced_by_id) references stored_card (corp_code, id);
create index stored_card_replaced_by on stored_card (corp_code, replaced_by_id) where replaced_by_id is not null;

alter table card_ledger
  drop constraint card_ledger_kind_check,
  add constraint card_ledger_kind_check check (kind in ('take', 'payBack', 'moveOut', 'moveIn'));

-- Of cards replaced until now their log has the number, in the words of whoever did it.
update season_card c
set replaced_by_id = n.id
from season_card_log l
join season_card n on n.corp_code = l.corp_code and n.number = split_part(replace(l.said, '新卡号 ', 'new card '), 'new card ', 2)
where c.status = 'replaced' and l.corp_code = c.corp_code and l.card_id = c.id and l.step = 'replaced' and n.id <> c.id;
update stored_card c
set replaced_by_id = n.id
from stored_card_log l
join stored_card n on n.corp_code = l.corp_code and n.number = split_part(replace(l.said, '新卡号 ', 'new card '), 'new card ', 2)
where c.status = 'replaced' and l.corp_code = c.corp_code and l.card_id = c.id and l.step = 'replaced' and n.id <> c.id;
