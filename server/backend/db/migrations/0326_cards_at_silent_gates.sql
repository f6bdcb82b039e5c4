-- What changed of the cards since a device fetched them.
alter table season_card add column changed_at timestamptz not null default now();
create function season_card_changed() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
create trigger season_card_changed before update on season_card for each row execute function season_card_changed();
create index season_card_changed_at on season_card (corp_code, changed_at);
