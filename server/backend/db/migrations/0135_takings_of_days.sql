-- Takings by day read the amounts of a month: from the index alone, without the payments themselves.
create index payment_at_amount on payment (corp_code, at) include (kind, amount);
drop index payment_at;
