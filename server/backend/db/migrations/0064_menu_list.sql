-- The function tree is a list as well: what follows from a row stands beside it, and its place among all is renewed with
-- every change of the tree.
alter table fun
  -- Empty: a group of the menu itself.
  add column group_id bigint generated always as (nullif(parent_id, 0)) stored,
  add column icon text not null generated always as (split_part(fun_ico, ',', 1)) stored,
  add column icon_active text not null generated always as (split_part(fun_ico, ',', 2)) stored,
  add column open_way text not null generated always as (case open_type when '' then 'view' else open_type end) stored,
  add column status text not null generated always as (case when enabled then 'T' else 'F' end) stored,
  add column of_product boolean not null generated always as (not own) stored,
  -- With the names of what it hangs under.
  add column title text not null default '',
  add column title_en text not null default '',
  add column place integer not null default 0;
-- Switching on and off is called what it is called of every resource.
update role_grant set button_code = 'menu:suspend' where button_code = 'menu:switch';
update button set code = 'menu:suspend' where code = 'menu:switch';
