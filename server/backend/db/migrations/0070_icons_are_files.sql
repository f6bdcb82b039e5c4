-- Icons of the workbench are uploaded pictures: any other address would be fetched in the name of who looks at it.

update corp_application
set app_icon = null
where app_icon is not null and app_icon !~ '^/(images|img)/[A-Za-z0-9]{1,20}/\d{6}/[a-z0-9]{26}\.[a-z0-9]{2,5}$';

update quick_link
set icon = null
where icon is not null and icon !~ '^/(images|img)/[A-Za-z0-9]{1,20}/\d{6}/[a-z0-9]{26}\.[a-z0-9]{2,5}$';

insert into file_use (corp_code, thing, thing_id, field, path)
select a.corp_code, 'corpApplication', a.id, 'appIcon', a.app_icon
from corp_application a
join stored_file f on f.corp_code = a.corp_code and f.path = a.app_icon and f.state <> 'gone'
on conflict do nothing;

insert into file_use (corp_code, thing, thing_id, field, path)
select q.corp_code, 'quickEntry', q.id, 'icon', q.icon
from quick_link q
join stored_file f on f.corp_code = q.corp_code and f.path = q.icon and f.state <> 'gone'
on conflict do nothing;

update stored_file f
set state = 'kept'
where f.state = 'temporary'
  and exists (select from file_use u where u.corp_code = f.corp_code and u.path = f.path);
