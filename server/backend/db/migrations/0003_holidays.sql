-- Official days off in China. 2026: the State Council's arrangement with its make-up working days. 2027: the statutory
-- days alone, since no arrangement of bridge and make-up days was known when this was written.

insert into holiday (day, name, make_up)
select day::date, name, make_up
from (
  values
    ('2026-01-01', '2026-01-03', '元旦', false),
    ('2026-01-04', '2026-01-04', '元旦', true),
    ('2026-02-14', '2026-02-14', '春节', true),
    ('2026-02-15', '2026-02-23', '春节', false),
    ('2026-02-28', '2026-02-28', '春节', true),
    ('2026-04-04', '2026-04-06', '清明节', false),
    ('2026-05-01', '2026-05-05', '劳动节', false),
    ('2026-05-09', '2026-05-09', '劳动节', true),
    ('2026-06-19', '2026-06-21', '端午节', false),
    ('2026-09-20', '2026-09-20', '国庆节', true),
    ('2026-09-25', '2026-09-27', '中秋节', false),
    ('2026-10-01', '2026-10-07', '国庆节', false),
    ('2026-10-10', '2026-10-10', '国庆节', true),
    ('2027-01-01', '2027-01-01', '元旦', false),
    ('2027-02-05', '2027-02-08', '春节', false),
    ('2027-04-05', '2027-04-05', '清明节', false),
    ('2027-05-01', '2027-05-02', '劳动节', false),
    ('2027-06-09', '2027-06-09', '端午节', false),
    ('2027-09-15', '2027-09-15', '中秋节', false),
    ('2027-10-01', '2027-10-03', '国庆节', false)
) as run (first, last, name, make_up),
generate_series(first::date, last::date, interval '1 day') as day;
