-- Receipts whose price is an estimate until the invoice comes: then one takes the estimate back and one has the price.
alter table stock_in add column estimated boolean not null default false;
alter table stock_in add column invoice_no text;
alter table stock_in add column estimate_of text;
-- What pieces that are gone by then cost more or less than was said.
alter table stock_value_ledger drop constraint stock_value_ledger_kind_check;
alter table stock_value_ledger add constraint stock_value_ledger_kind_check check (kind in ('in', 'inBack', 'out', 'outBack', 'ship', 'shipBack', 'arrive', 'arriveBack', 'receive', 'receiveBack', 'writeOff', 'writeOffBack', 'more', 'less', 'hand', 'handBack', 'cost', 'costBack'));
