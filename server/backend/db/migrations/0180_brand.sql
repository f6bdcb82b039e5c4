-- A tenant's colour, beside its name and logo; the version refuses one of two who set them at the same moment.
alter table corp
  add column brand_color text not null default '' check (brand_color ~ '^(#[0-9a-f]{6})?$'),
  add column brand_version integer not null default 0;
