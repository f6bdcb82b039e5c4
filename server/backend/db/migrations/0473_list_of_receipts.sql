-- Receipts of agencies are a list: what is left of each to pay statements, and how it stands.
alter table agency_receipt
  add column row_version integer not null default 0,
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column open bigint not null generated always as (
    case when kind in ('topUp', 'rebate', 'reward') then amount - allocated else 0 end
  ) stored,
  add column status text not null generated always as (
    case
      when kind not in ('topUp', 'rebate', 'reward') then 'none'
      when allocated = 0 then 'open'
      when allocated < amount then 'partly'
      else 'allocated'
    end
  ) stored check (status in ('open', 'partly', 'allocated', 'none'));
