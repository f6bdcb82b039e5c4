-- What the pages of a ticket type, a park and a POS say of the last days is read from indexes, however long the tables are.
create index ticket_type_sold on ticket (corp_code, ticket_type_id, issued_at) include (state, price);
create index orders_pos_created on orders (corp_code, pos_id, created_at) where pos_id is not null;
