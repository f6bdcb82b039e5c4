-- A session that looks at the console as a role sees it, until a moment; it writes nothing meanwhile.
alter table session
  add column seeing_role_id bigint,
  add column seeing_until timestamptz,
  add check (num_nulls(seeing_role_id, seeing_until) in (0, 2));
