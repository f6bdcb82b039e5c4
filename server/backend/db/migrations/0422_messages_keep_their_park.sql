-- A message keeps what it is about: whoever may not see that any more does not read of it.
alter table message
  add column about_parks bigint[],
  add column about_maker bigint;
