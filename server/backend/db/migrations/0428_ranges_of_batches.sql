-- Number ranges of batches lie apart, of whichever kind of card: of two that are received at once the second waits, and is told.
create function card_numbers_head(first_number text) returns text immutable language sql as $$
  select length(first_number) || ':' || lower(regexp_replace(first_number, '[0-9]{1,15}$', ''))
$$;
create function card_numbers(first_number text, last_number text) returns int8range immutable language sql as $$
  select int8range(substring(first_number from '[0-9]{1,15}$')::bigint, substring(last_number from '[0-9]{1,15}$')::bigint, '[]')
$$;
-- Batches of before stay as they are: a number of theirs is known by its card.
alter table card_batch add column apart boolean not null default false;
-- Equality as ranges of one value, since no extension is asked for.
alter table card_batch add constraint card_batch_apart exclude using gist (
  text_range(corp_code, corp_code, '[]') with &&,
  text_range(card_numbers_head(first_number), card_numbers_head(first_number), '[]') with &&,
  card_numbers(first_number, last_number) with &&
) where (apart);
