-- What finds a part of a text in a long list: the characters of a text and their pairs, each with its corp before it, so
-- that one index over them serves all corps without mixing them. Single characters matter: two make a Chinese word.

create function list_grams(corp text, value text) returns text[]
language sql immutable parallel safe cost 2000
as $$
  select coalesce(array_agg(distinct corp || ':' || substr(lower(value), place, size)), '{}')
  from generate_series(1, length(value)) place, generate_series(1, 2) size
  where place + size <= length(value) + 1
$$;

-- Of what is looked for: its pairs, which say more than its characters; the character where there is but one.
create function list_grams_of(corp text, part text) returns text[]
language sql immutable parallel safe
as $$
  select coalesce(array_agg(distinct corp || ':' || substr(lower(part), place, least(length(part), 2))), '{}')
  from generate_series(1, greatest(length(part) - 1, 1)) place
$$;
