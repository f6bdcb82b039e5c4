-- A red letter for a rebate is told from an allowance of another reason. Those that counted as rebates of an agency so far, since
-- it has one booked, stay rebates: what its invoices show is the same as before.
alter table invoice_red drop constraint invoice_red_reason_check;
alter table invoice_red
  add constraint invoice_red_reason_check check (reason in ('error', 'returned', 'stopped', 'allowance', 'rebate'));
alter table invoice_red disable trigger user;
update invoice_red r
set reason = 'rebate'
from invoice i
where i.corp_code = r.corp_code and i.id = r.invoice_id
  and r.reason = 'allowance' and r.gross < i.gross
  and exists (
    select from agreed_quantity q
    where q.corp_code = i.corp_code and q.agency_id = i.agency_id and q.status = 'booked'
  );
alter table invoice_red enable trigger user;
