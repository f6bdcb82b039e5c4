-- One person holds one stored-value card of a type, where the type says so; cards of a batch that are spoiled before they are
-- sold; and which tier a top-up's gift was by.
alter table card_type add column one_per_person boolean not null default true;

-- Of those that somebody holds several of already, the oldest: the others stay as they are, and no further one is sold.
alter table stored_card add column sole boolean not null default false;
update stored_card c
set sole = true
where c.status in ('active', 'frozen')
  and c.identity is not null
  and not exists (
    select from stored_card o
    where o.corp_code = c.corp_code and o.card_type_id = c.card_type_id and o.identity = c.identity
      and o.status in ('active', 'frozen') and o.id < c.id
  );
create unique index stored_card_sole on stored_card (corp_code, card_type_id, identity)
  where sole and identity is not null and status in ('active', 'frozen');

alter table stored_card drop constraint stored_card_status_check;
alter table stored_card add constraint stored_card_status_check
  check (status in ('stock', 'active', 'frozen', 'replaced', 'cancelled', 'spoiled'));
alter table stored_card drop constraint stored_card_check1;
alter table stored_card add check (status in ('stock', 'spoiled') or sold_at is not null);

alter table stored_top_up add column tier_from bigint check (tier_from >= 0);
