-- A rebate stands on the next invoice of its agency as a discount: what the line was before, less what it is.
alter table invoice_line add column discount bigint not null default 0 check (discount >= 0);
alter table invoice_line add check (discount = 0 or order_id is not null);
