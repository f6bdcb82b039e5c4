-- Own fields that connected applications read, and fill in where they place an order.
alter table own_field add column in_open boolean not null default false;
