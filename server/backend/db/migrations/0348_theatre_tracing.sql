-- A picture of the hall behind its plan, to trace; buyers never see it.
alter table theatre_hall
  add column picture text,
  add column picture_opacity integer,
  add column picture_scale integer,
  add column picture_right integer,
  add column picture_down integer;
