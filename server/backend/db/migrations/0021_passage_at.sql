-- Admissions by day, over all gates.
create index passage_at on passage (corp_code, at);
