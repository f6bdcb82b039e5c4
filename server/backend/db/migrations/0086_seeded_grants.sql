-- What a corp's roles of a first start were offered by the product: what is new reaches a role that is still as it was made,
-- and what was taken away from it does not come back.
create table seeded_grant (
  corp_code text not null default current_setting('app.corp_code'),
  role_code text not null,
  fun_code text not null,
  button_code text not null default '',
  primary key (corp_code, role_code, fun_code, button_code)
);

-- Of a role that nobody ever changed: what it has.
insert into seeded_grant (corp_code, role_code, fun_code, button_code)
select r.corp_code, r.code, g.fun_code, g.button_code
from role r
join role_grant g on g.corp_code = r.corp_code and g.role_id = r.id
where r.code in ('manager', 'seller', 'gatekeeper') and r.row_version = 0;

-- Of the others, changed or deleted: what the version before this one gave.
insert into seeded_grant (corp_code, role_code, fun_code, button_code)
select c.corp_code, g.role_code, g.fun_code, g.button_code
from corp c
cross join (values
  ('manager', 'buyTktList', ''), ('manager', 'buyTktList', 'sale:sell'), ('manager', 'buyTktList', 'sale:discount'),
  ('manager', 'buyTktList', 'sale:print'), ('manager', 'buyTktLog', ''), ('manager', 'buyTktLog', 'sale:viewAll'),
  ('manager', 'tktChevkPage', ''), ('manager', 'tktChevkPage', 'check:pass'),
  ('manager', 'tktChevkPage', 'check:force'), ('manager', 'tktChevkPage', 'check:reverse'),
  ('manager', 'parkList', ''), ('manager', 'parkList', 'park:add'), ('manager', 'parkList', 'park:edit'),
  ('manager', 'parkList', 'park:remove'), ('manager', 'parkList', 'park:suspend'),
  ('manager', 'parkList', 'park:import'), ('manager', 'ticketList', ''), ('manager', 'ticketList', 'ticketType:add'),
  ('manager', 'ticketList', 'ticketType:edit'), ('manager', 'ticketList', 'ticketType:remove'),
  ('manager', 'ticketList', 'ticketType:suspend'), ('manager', 'ticketList', 'ticketType:import'),
  ('manager', 'ticketList', 'ticketType:publish'), ('manager', 'ticketList', 'ticketType:retire'),
  ('manager', 'pricePolicyList', ''), ('manager', 'pricePolicyList', 'pricePolicy:add'),
  ('manager', 'pricePolicyList', 'pricePolicy:edit'), ('manager', 'pricePolicyList', 'pricePolicy:remove'),
  ('manager', 'pricePolicyList', 'pricePolicy:suspend'), ('manager', 'priceCalendar', ''),
  ('manager', 'quotaList', ''), ('manager', 'quotaList', 'quota:add'), ('manager', 'quotaList', 'quota:edit'),
  ('manager', 'quotaList', 'quota:suspend'), ('manager', 'networkOrderList', ''), ('manager', 'offlineOrderList', ''),
  ('manager', 'offlineOrderList', 'order:refund'), ('manager', 'offlineOrderList', 'sensitive:view'),
  ('manager', 'refundList', ''), ('manager', 'refundList', 'refund:decide'), ('manager', 'issuedList', ''),
  ('manager', 'tktPos', ''), ('manager', 'tktPos', 'pos:add'), ('manager', 'tktPos', 'pos:edit'),
  ('manager', 'tktPos', 'pos:remove'), ('manager', 'tktPos', 'pos:suspend'), ('manager', 'tktPos', 'pos:import'),
  ('manager', 'tktParkGate', ''), ('manager', 'tktParkGate', 'gate:add'), ('manager', 'tktParkGate', 'gate:edit'),
  ('manager', 'tktParkGate', 'gate:remove'), ('manager', 'tktParkGate', 'gate:suspend'),
  ('manager', 'tktParkGate', 'gate:import'), ('manager', 'tktGateGroup', ''),
  ('manager', 'tktGateGroup', 'gateGroup:add'), ('manager', 'tktGateGroup', 'gateGroup:edit'),
  ('manager', 'tktGateGroup', 'gateGroup:remove'), ('manager', 'tktGateGroup', 'gateGroup:suspend'),
  ('manager', 'tktGateGroup', 'gateGroup:import'), ('manager', 'employeeList', ''),
  ('manager', 'employeeList', 'employee:add'), ('manager', 'employeeList', 'employee:edit'),
  ('manager', 'employeeList', 'employee:remove'), ('manager', 'employeeList', 'employee:import'),
  ('manager', 'employeeList', 'employee:suspend'), ('manager', 'departmentTree', ''),
  ('manager', 'departmentTree', 'department:add'), ('manager', 'departmentTree', 'department:edit'),
  ('manager', 'departmentTree', 'department:remove'), ('manager', 'userManage', ''),
  ('manager', 'userManage', 'operator:add'), ('manager', 'userManage', 'operator:edit'),
  ('manager', 'userManage', 'operator:remove'), ('manager', 'userManage', 'operator:suspend'),
  ('manager', 'userManage', 'operator:grant'), ('manager', 'userManage', 'operator:reset'),
  ('manager', 'userManage', 'user:unlock'), ('manager', 'sysRoleList', ''), ('manager', 'sysRoleList', 'role:add'),
  ('manager', 'sysRoleList', 'role:edit'), ('manager', 'sysRoleList', 'role:remove'),
  ('manager', 'sysRoleList', 'role:suspend'), ('manager', 'sysRoleList', 'role:grant'), ('manager', 'onlineList', ''),
  ('manager', 'onlineList', 'session:end'), ('manager', 'networkOrderList', 'order:refund'),
  ('manager', 'buyTktLog', 'order:refund'), ('manager', 'buyTktLog', 'sale:print'),
  ('manager', 'priceCalendar', 'pricePolicy:add'), ('seller', 'buyTktList', ''), ('seller', 'buyTktList', 'sale:sell'),
  ('seller', 'buyTktList', 'sale:print'), ('seller', 'buyTktLog', ''), ('seller', 'buyTktLog', 'order:refund'),
  ('seller', 'buyTktLog', 'sale:print'), ('gatekeeper', 'tktChevkPage', ''),
  ('gatekeeper', 'tktChevkPage', 'check:pass')
) as g (role_code, fun_code, button_code)
where not exists (select from role r where r.corp_code = c.corp_code and r.code = g.role_code and r.row_version = 0);
