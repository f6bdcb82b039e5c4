-- The log of cards says where a card may have been handed to somebody else at a gate.
alter table season_card_log drop constraint season_card_log_step_check;
alter table season_card_log add constraint season_card_log_step_check check (step in (
  'sell', 'activate', 'reportLoss', 'found', 'replace', 'replaced', 'renew', 'upgrade', 'refundAsked', 'refundRejected',
  'cancel', 'expire', 'spoil', 'staffIssue', 'staffEnd', 'walletIssue', 'walletRevoke', 'passedBack'
));
