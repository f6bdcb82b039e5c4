-- When staff was last told that a warehouse runs out of an item; null once it has been filled up again.
alter table stock_account add column warned_at timestamptz;
-- What is on its way to a warehouse is asked by its bills that are not posted.
create index stock_in_open on stock_in (corp_code, store_id, id) where status in ('draft', 'submitted', 'approved');
