-- The list's own index (corp_code, at, id) serves whatever asked this one, and each passage wrote both.
drop index if exists passage_at;
