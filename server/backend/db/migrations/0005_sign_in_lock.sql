-- Failures of a name that nobody has are looked up by that name.
create index sign_in_log_name on sign_in_log (corp_code, lower(acc_name), at desc) where outcome = 'unknown';
