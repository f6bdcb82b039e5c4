-- Principal of an invoiced top-up that went back before its invoice was reversed stands on the same list as orders do.
alter table invoice_owed alter column order_id drop not null;
alter table invoice_owed alter column refund_id drop not null;
alter table invoice_owed add column top_up_id bigint;
alter table invoice_owed add foreign key (corp_code, top_up_id) references stored_top_up (corp_code, id);
alter table invoice_owed add check (num_nonnulls(order_id, top_up_id) = 1);
alter table invoice_owed add check ((order_id is null) = (refund_id is null));
create index invoice_owed_top_up on invoice_owed (corp_code, top_up_id) where top_up_id is not null;
