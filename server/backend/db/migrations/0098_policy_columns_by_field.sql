-- Columns of price policies and of quota pools are known by their fields now, as those of orders in 0096.

with named (list, fields) as (
  values
    ('/ticket/pricePolicyList', '{name,ticketTypeName,channel,customerGroup,startDay,weekdays,holidays,price,priority,status}'::text[]),
    ('/ticket/quotaList', '{name,ticketTypeNames,dailyTotal,bySlot,status}'::text[])
)
update list_columns l
set columns = (
  select jsonb_agg(
           case
             when choice ->> 'name' ~ '^c[0-9]+$' and named.fields[substr(choice ->> 'name', 2)::int + 1] is not null
             then jsonb_set(choice, '{name}', to_jsonb(named.fields[substr(choice ->> 'name', 2)::int + 1]))
             else choice
           end
           order by place
         )
  from jsonb_array_elements(l.columns) with ordinality chosen (choice, place)
)
from named
where named.list = l.list
  and jsonb_array_length(l.columns) > 0;
