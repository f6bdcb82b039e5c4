-- What an agency owes is told by age from this index alone: the rows lie far apart.
drop index agency_ledger_credit;
create index agency_ledger_credit on agency_ledger (corp_code, agency_account_id, at) include (used_change) where used_change > 0;
