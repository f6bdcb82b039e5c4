-- A card pays orders of other businesses by its own rules: their free part counts in its day, as that of its purchases does.
alter table stored_spend
  add column free bigint not null default 0 check (free >= 0),
  add column free_back bigint not null default 0,
  add check (free_back between 0 and free);
