-- Where a park is, how it is reached, and its seasons: days with the hours of opening, as the form has them.

alter table park
  add column area_code text,
  add column telephone text,
  add column email text,
  add column postal_code text,
  add column website text,
  add column seasons jsonb not null default '[]' check (jsonb_typeof(seasons) = 'array');
