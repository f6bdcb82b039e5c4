-- Lines of orders belong to any business: what was sold is a business, a kind and an id within it, and the terms that it
-- was sold under are one snapshot. What the ticket lines had as columns moves into theirs; the table is written once.
alter table sub_order drop constraint sub_order_corp_code_ticket_type_id_fkey;
drop index sub_order_type;
alter table sub_order rename column ticket_type_id to subject_id;
alter table sub_order rename column ticket_type_name to name;
alter table sub_order alter column slot drop default;
alter table sub_order alter column slot type jsonb using jsonb_build_object(
  'slot', slot,
  'facePrice', face_price,
  'listPrice', list_price,
  'policyId', policy_id,
  'policyName', policy_name,
  'realName', real_name,
  'refundRule', refund_rule,
  'refundBands', refund_bands,
  'validity', validity,
  'validFrom', valid_from,
  'validTo', valid_to,
  'admissions', admissions,
  'passInterval', pass_interval,
  'gateGroupId', gate_group_id,
  'entryFrom', entry_from,
  'entryTo', entry_to
);
alter table sub_order rename column slot to terms;
alter table sub_order alter column terms set default '{}';
alter table sub_order
  drop column face_price,
  drop column list_price,
  drop column policy_id,
  drop column policy_name,
  drop column real_name,
  drop column refund_rule,
  drop column refund_bands,
  drop column validity,
  drop column valid_from,
  drop column valid_to,
  drop column admissions,
  drop column pass_interval,
  drop column gate_group_id,
  drop column entry_from,
  drop column entry_to,
  add column business text not null default 'ticket';
alter table sub_order alter column business drop default;
create index sub_order_subject on sub_order (corp_code, business, subject_id, id);

-- A refund gives back pieces of lines; for a line of tickets the piece is the ticket.
alter table refund_item drop constraint refund_item_corp_code_ticket_id_fkey;
alter table refund_item drop constraint refund_item_corp_code_refund_id_ticket_id_key;
drop index refund_item_ticket;
drop index refund_item_line;
alter table refund_item rename column ticket_id to piece_id;
alter table refund_item add constraint refund_item_once unique (corp_code, refund_id, line_id, piece_id);
create index refund_item_piece on refund_item (corp_code, line_id, piece_id);

-- How the money of a refund goes back, by payment type, fixed when it is asked for. Orders had one payment until now.
alter table refund add column ways jsonb not null default '[]';
update refund r
set ways = jsonb_build_array(jsonb_build_object('paymentType', p.payment_type, 'amount', r.amount))
from (
  select distinct on (corp_code, order_id) corp_code, order_id, payment_type
  from payment
  where kind = 'payment'
  order by corp_code, order_id, id
) p
where p.corp_code = r.corp_code and p.order_id = r.order_id and r.amount > 0;

-- Of cash: what was handed over; the change is the difference. Null where that was not counted.
alter table payment add column received bigint check (received >= amount);
