-- Who is inside a park is counted by the people of a passage, when they count.
drop index passage_park_at;
create index passage_park_counts on passage (corp_code, park_id, counts_at) include (direction, through);
