-- Use of the last days by warehouse and item is read from the index alone, whatever else was moved.
create index stock_ledger_used on stock_ledger (corp_code, stock_account_id, at) include (quantity_change)
  where kind in ('out', 'outBack', 'ship', 'shipBack', 'hand', 'handBack');
