-- The page of an order says which group booking it settled.
create index group_booking_order on group_booking (corp_code, order_no) where order_no is not null;
