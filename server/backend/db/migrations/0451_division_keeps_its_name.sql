-- The parameter that divides administration is not taken away under another name either.
drop trigger division_stays on sys_param;
create trigger division_stays after update on sys_param
  for each row when (
    old.param_code = 'dividedAdministration' and old.param_option = 'T'
    and (new.param_option <> 'T' or new.param_code <> old.param_code or new.corp_code <> old.corp_code)
  )
  execute function keep_division();
