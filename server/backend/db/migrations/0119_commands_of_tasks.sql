-- Runs of one schedule, the latest first.
create index job_schedule_runs on job (corp_code, schedule_id, id) where schedule_id is not null;

-- Sessions that are good now, as their corp may see them: sessions themselves are the owner's, with what proves them.
create view online_session as
select s.corp_code, s.id, s.account_id, a.acc_name, a.name, a.dept_name, s.ip, s.user_agent,
       s.park_name as park, s.created_at as since, s.last_seen as seen, s.lock_hash is not null as locked
from session s
join account a on a.corp_code = s.corp_code and a.id = s.account_id
where s.corp_code = current_setting('app.corp_code')
  and s.revoked_at is null
  and s.last_seen > now() - make_interval(mins => s.idle_minutes)
  and a.status = 'T'
  -- Whoever works in some parks sees no session that has chosen another.
  and (
    current_setting('app.bound', true) is distinct from 'T'
    or s.park_id is null
    or s.park_id = any (current_setting('app.parks')::bigint[])
  );
