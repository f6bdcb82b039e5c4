-- Reports of a period begin with an index on time. Changes had none; orders and refunds of which no payment tells are few.
create index order_change_at on order_change (corp_code, at);
create index orders_free on orders (corp_code, created_at) where payable = 0;
create index refund_of_nothing on refund (corp_code, coalesce(decided_at, requested_at)) where amount = 0 and state = 'done';
create index season_card_log_at on season_card_log (corp_code, at);
create index season_card_pass_at on season_card_pass (corp_code, at);
create index theatre_session_starts on theatre_session (corp_code, starts_at);
