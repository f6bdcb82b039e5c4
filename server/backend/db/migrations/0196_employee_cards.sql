-- Employees' cards: cards whose holder works here. One employee holds one that is live.
alter table card_type drop constraint card_type_kind_check;
alter table card_type add constraint card_type_kind_check check (kind in ('annual', 'season', 'stored', 'employee'));
alter table card_type add check (kind <> 'employee' or price + coalesce(renewal_price, 0) = 0 and holders_most = 1);

alter table season_card add column employee_id bigint;
alter table season_card
  add foreign key (corp_code, employee_id) references employee (corp_code, id),
  add check (employee_id is null or deposit = 0);
create index season_card_employee on season_card (corp_code, employee_id) where employee_id is not null;

alter table season_card_holder add column employee_id bigint;
create unique index season_card_holder_employee on season_card_holder (corp_code, employee_id)
  where live and employee_id is not null;

alter table season_card_log drop constraint season_card_log_step_check;
alter table season_card_log add constraint season_card_log_step_check check (step in (
  'sell', 'activate', 'reportLoss', 'found', 'replace', 'replaced', 'renew', 'upgrade', 'refundAsked', 'refundRejected',
  'cancel', 'expire', 'staffIssue', 'staffEnd'
));
