-- Pictures and documents of a park: paths of uploaded files, in one text each.

alter table park
  add column photos text,
  add column documents text;
