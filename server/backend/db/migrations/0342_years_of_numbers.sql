-- What became of pieces with numbers belongs to its year as ledgers do.
create index stock_serial_log_at on stock_serial_log (corp_code, at, id);
select seals_years('stock_serial_log', 'at');
