-- What came of a gate's number, and what the gate did with the answer: told again to who asks twice.
alter table passage_key
  add column direction text not null default 'in',
  -- People who went through; null of numbers from before: as many as were asked for.
  add column passed integer,
  -- False: the gate refused; null: it was asked with a line, and did as it was told as far as anybody knows.
  add column opened boolean;

-- A refusal that was brought later admitted nobody.
update passage_key
set admitted = false,
    opened = false
where admitted
  and reason not in ('ok', 'forced');

-- What stands among the conflicts was opened by its gate: told again, it is the same passage.
update passage_key k
set opened = true
from passage_conflict c
join passage p on p.corp_code = c.corp_code and p.id = c.passage_id
where k.corp_code = p.corp_code
  and k.gate_id = p.gate_id
  and k.key = p.passage_key;
