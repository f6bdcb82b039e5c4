-- Rebates and rewards lessen the results of whom the agency was with when they were booked: each receipt keeps its salesman
-- and region. Until now nobody kept them, so what there is gets the agency's own as they are.
alter table agency_receipt
  add column salesman_id bigint,
  add column region_id bigint,
  add constraint agency_receipt_salesman foreign key (corp_code, salesman_id) references salesman (corp_code, id),
  add constraint agency_receipt_region foreign key (corp_code, region_id) references sales_region (corp_code, id);
create index agency_receipt_salesman on agency_receipt (corp_code, salesman_id) where salesman_id is not null;
create index agency_receipt_region on agency_receipt (corp_code, region_id) where region_id is not null;

update agency_receipt r
set salesman_id = a.salesman_id, region_id = coalesce(a.region_id, s.region_id)
from travel_agency a
left join salesman s on s.corp_code = a.corp_code and s.id = a.salesman_id
where a.corp_code = r.corp_code and a.id = r.agency_id
  and (a.salesman_id is not null or a.region_id is not null);
