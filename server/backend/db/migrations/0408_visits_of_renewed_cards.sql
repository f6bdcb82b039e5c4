-- A renewal brings the visits in all of its type anew. Visits of terms that are over, and what a renewal before the end added,
-- count no more against the limit; how often a card went in at all stays in `visits`.
alter table season_card add column visits_gone integer not null default 0;

-- Cards that were renewed by earlier versions went on with what was left of their first term.
update season_card c
set visits_gone = (
    select coalesce(sum(p.people), 0)
    from season_card_pass p
    where p.corp_code = c.corp_code and p.card_id = c.id and p.day < c.valid_from
  ) + (
    select count(*)
    from season_card_charge h
    where h.corp_code = c.corp_code and h.card_id = c.id and h.kind = 'renewal' and h.state = 'paid'
      and h.term_from > c.valid_from
  ) * coalesce(t.in_all, 0) * greatest(1, c.holders)
from card_type t
where t.corp_code = c.corp_code
  and t.id = c.card_type_id
  and c.valid_from is not null
  and exists (
    select from season_card_charge h
    where h.corp_code = c.corp_code and h.card_id = c.id and h.kind = 'renewal'
  );
