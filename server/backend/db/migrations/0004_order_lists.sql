-- The lists filter by seller or channel within one of the two lists: with `offline` in the index the bounded count
-- reads no order at all (75 ms over a million orders without it).
drop index orders_seller;
drop index orders_channel;
create index orders_seller on orders (corp_code, seller_id, offline, id);
create index orders_channel on orders (corp_code, channel, offline, id);
