-- The channels of a ticket type are a list of values, and not a text with commas that every reader takes apart.

-- The values of a row for an index, each with its corp before it (as list_grams has the parts of texts).
create function list_values(corp text, several text[]) returns text[]
language sql immutable parallel safe cost 100
as $$
  select coalesce(array_agg(corp || ':' || value), '{}') from unnest(several) value
$$;

-- Values that are values of a dictionary as far as a table can tell: which there are is the corp's own.
create function are_values(several text[]) returns boolean
language sql immutable parallel safe
as $$
  select not exists (
    select from unnest(several) value where value is null or value = '' or value ~ '[,，、;；[:space:]]'
  )
$$;

alter table ticket_type
  alter column channels drop default,
  alter column channels type text[] using array_remove(
    regexp_split_to_array(trim(channels), '[,，、;；[:space:]]+'), ''
  );
-- One without any was sold nowhere; it stays so, but a form asks for one: the counter's, and the type off sale.
update ticket_type
set channels = '{window}', status = case status when 'onSale' then 'suspended' else status end
where channels = '{}';
alter table ticket_type
  alter column channels set default '{window,internal}',
  add constraint ticket_type_channels_check check (cardinality(channels) > 0 and are_values(channels));
