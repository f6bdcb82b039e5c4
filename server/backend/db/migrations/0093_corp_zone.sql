-- Each corp's time zone, for statements over several corps; every other call learns its own with the caller.
create view corp_zone as
  select c.corp_code,
         c.status,
         coalesce((
           select nullif(p.param_option, '')
           from sys_param p
           where p.corp_code = c.corp_code and p.param_code = 'timeZone'
         ), 'Asia/Shanghai') as time_zone
  from corp c;
