-- Columns of the list of refunds are known by their fields now, as those of orders in 0096.

update list_columns l
set columns = (
  select jsonb_agg(
           case
             when choice ->> 'name' ~ '^c[0-8]$'
             then jsonb_set(choice, '{name}', to_jsonb(named.fields[substr(choice ->> 'name', 2)::int + 1]))
             else choice
           end
           order by place
         )
  from jsonb_array_elements(l.columns) with ordinality chosen (choice, place)
)
from (select '{refundNo,orderNo,state,quantity,fee,amount,reason,requestedBy,decidedBy}'::text[] as fields) named
where l.list = '/order/refundList'
  and jsonb_array_length(l.columns) > 0;
