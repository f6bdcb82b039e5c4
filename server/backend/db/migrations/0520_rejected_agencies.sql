-- Whose application was turned down is no longer among those to be reviewed.
alter table travel_agency
  drop constraint travel_agency_status_check,
  add constraint travel_agency_status_check
    check (status in ('applied', 'rejected', 'approved', 'active', 'suspended', 'closed'));
update travel_agency a
set status = 'rejected'
where a.status = 'applied'
  and (
    select r.status
    from travel_review r
    where r.corp_code = a.corp_code and r.agency_id = a.id
    order by r.id desc
    limit 1
  ) = 'rejected';
