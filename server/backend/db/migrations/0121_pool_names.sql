-- Two pools of a corp are never called alike, whatever the case. What was before, by two who saved at once, is told apart.
update quota_pool q
set name = q.name || ' ' || q.id
where exists (
  select from quota_pool first
  where first.corp_code = q.corp_code and lower(first.name) = lower(q.name) and first.id < q.id
);
create unique index quota_pool_name on quota_pool (corp_code, lower(name));
