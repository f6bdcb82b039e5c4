-- Refund fees of a fixed amount for each ticket, and deadlines that count to the slot. What was sold keeps its terms.
alter table ticket_type add column refund_from text default 'day' check (refund_from in ('day', 'slot'));
alter table ticket_type alter column refund_from drop default;
alter table ticket_type_refund_band add column fee_each bigint check (fee_each >= 0);
