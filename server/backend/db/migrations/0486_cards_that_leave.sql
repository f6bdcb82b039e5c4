-- Passages by a card go both ways, in the park where they count. What they took from the card stands apart from the people:
-- who leaves takes nothing, nor does who walked in on a conflict until staff count it.
alter table season_card_pass
  add column direction text not null default 'in' check (direction in ('in', 'out')),
  add column entries integer,
  add column park_id bigint;
update season_card_pass s
set entries = s.people,
    park_id = p.park_id
from passage p
where p.corp_code = s.corp_code and p.id = s.passage_id;
alter table season_card_pass
  alter column entries set not null,
  alter column park_id set not null,
  add check (entries between 0 and people),
  add check (direction = 'in' or entries = 0);
