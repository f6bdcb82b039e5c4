-- When the count of people inside a park begins anew; null: at four in the morning. At midnight it took those who came for the
-- evening for people who left the new day.
alter table park add column inside_from text check (inside_from ~ '^([01]\d|2[0-3]):[0-5]\d$');
