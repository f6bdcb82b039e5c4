-- By which scale a charge of a card goes back: the one that was in force when it was paid. What was paid before goes by the
-- scale of today, and by that from here on.
alter table season_card_charge add column scale jsonb check (jsonb_typeof(scale) = 'object');
update season_card_charge h
set scale = (
  select jsonb_build_object('basis', f.scale_basis, 'steps', (
    select coalesce(jsonb_agg(jsonb_build_object('until', s.until, 'percent', s.percent) order by s.position), '[]')
    from card_fee_step s
    where s.corp_code = f.corp_code and s.card_fee_id = f.id
  ))
  from season_card c
  join card_type t on t.corp_code = c.corp_code and t.id = c.card_type_id
  join card_fee f on f.corp_code = t.corp_code and f.id = t.card_fee_id
  where c.corp_code = h.corp_code and c.id = h.card_id
)
where h.kind in ('card', 'renewal', 'upgrade') and h.state <> 'refunded';
