-- The names of parks, for businesses that bind something to a park: they know this view and not the table.
create view named_park with (security_invoker = true) as
  select corp_code, id, name from park;
