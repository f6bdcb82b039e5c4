-- What a state may be, the database holds as well. Of applications nothing else could be saved; what a hand wrote past the
-- product counts as suspended.
update access_app set status = 'F' where status not in ('T', 'F');
alter table access_app add constraint access_app_status_check check (status in ('T', 'F')) not valid;
alter table access_app validate constraint access_app_status_check;
alter table fun add constraint fun_status_check check (status in ('T', 'F'));
