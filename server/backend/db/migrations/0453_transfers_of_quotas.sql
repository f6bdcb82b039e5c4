-- Places of a day move from one part of a quota to another: out of the one and into the other, with a reason.
alter table quota_ledger drop constraint quota_ledger_kind_check;
alter table quota_ledger add constraint quota_ledger_kind_check
  check (kind in ('open', 'hold', 'release', 'sell', 'giveBack', 'transfer', 'adjust', 'moveOut', 'moveIn'));
