-- Whom the orders of an application are invoiced to: its contracting party, or the customer where it is the house's own shop.
alter table access_app
  add column own_channel boolean not null default false,
  add column tax_title text,
  add column tax_number text;
