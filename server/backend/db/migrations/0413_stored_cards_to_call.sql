-- Of what staff was reminded about a stored-value card: its last day and how near that is, or its loss.
alter table stored_card add column reminded_for text not null default '';
create index stored_card_frozen on stored_card (corp_code, frozen_at, id) where status = 'frozen';
