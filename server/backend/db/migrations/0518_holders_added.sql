-- The log of cards says who came onto a family card after its sale.
alter table season_card_log drop constraint season_card_log_step_check;
alter table season_card_log add constraint season_card_log_step_check check (step in (
  'sell', 'activate', 'reportLoss', 'found', 'replace', 'replaced', 'renew', 'upgrade', 'holderAdd', 'refundAsked',
  'refundRejected', 'cancel', 'expire', 'spoil', 'staffIssue', 'staffEnd', 'walletIssue', 'walletRevoke', 'passedBack'
));
