-- A state and a channel have few values, so that equal keys without the row's number are kept once: 7 MB each for a million
-- orders where they were 71 and 57. A page by one of them walks the orders from the newest, a rare one is found by its key.
-- The seller's index begins with what is short, so that a row of it needs no padding.
drop index orders_state, orders_channel, orders_seller;
create index orders_state on orders (corp_code, offline, state);
create index orders_channel on orders (corp_code, offline, channel);
create index orders_seller on orders (corp_code, offline, seller_id, id);
