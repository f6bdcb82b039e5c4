-- Columns of lists that were made by hand were known by their places; the engine knows them by their fields.

with named (list, fields) as (
  values
    ('/order/networkOrderList', '{orderNo,state,channel,visitDay,quantity,payable,refunded,contactName,sellerName,createdAt}'::text[]),
    ('/order/offlineOrderList', '{orderNo,state,channel,visitDay,quantity,payable,refunded,contactName,sellerName,createdAt}'::text[]),
    ('/inside/buyTktLog', '{orderNo,state,channel,visitDay,quantity,payable,refunded,contactName,sellerName,createdAt}'::text[]),
    ('/ticket/issuedList', '{ticketNo,ticketTypeName,parkName,state,visitDay,price,used,holderName,issuedAt}'::text[])
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
