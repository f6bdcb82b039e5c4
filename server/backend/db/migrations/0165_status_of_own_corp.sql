-- A corp sees whether it is suspended: its gate devices are then refused, as its accounts are.
create or replace view own_corp as
  select corp_code, name, sys_name, logo_img, menu_img, return_url, status
  from corp
  where corp_code = current_setting('app.corp_code');
