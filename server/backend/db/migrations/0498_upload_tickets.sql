-- Leave to bring one file without an account, given by a method that has made sure of who asks. It is kept for a day.
create table upload_ticket (
  corp_code text not null default current_setting('app.corp_code'),
  -- SHA-256 of the ticket.
  ticket_hash bytea not null check (octet_length(ticket_hash) = 32),
  -- What it was given for, and SHA-256 of the address that it was given to.
  purpose text not null,
  from_hash bytea not null check (octet_length(from_hash) = 32),
  given_at timestamptz not null,
  until timestamptz not null check (until > given_at),
  -- Endings of the file's content.
  takes text[] not null check (cardinality(takes) > 0),
  megabytes integer not null check (megabytes > 0),
  -- What came, and when a record took it.
  path text,
  taken_at timestamptz,
  primary key (corp_code, ticket_hash),
  check (taken_at is null or path is not null)
);
create index upload_ticket_given on upload_ticket (corp_code, purpose, given_at);
create index upload_ticket_from on upload_ticket (corp_code, purpose, from_hash, given_at);

-- What came with an application, as its reviewer sees it.
alter table travel_review add column files text;
