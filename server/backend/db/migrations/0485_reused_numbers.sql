-- A gate gave a number that it had used before to another passage: what it told is kept, and found again when it is told twice.
create table passage_key_reuse (
  corp_code text not null default current_setting('app.corp_code'),
  gate_id bigint not null,
  key text not null,
  code_mark text not null,
  -- As many as the gate named; 0 where it named none.
  people integer not null,
  admitted boolean not null,
  reason text not null,
  message text not null,
  at timestamptz not null,
  direction text not null,
  opened boolean not null,
  primary key (corp_code, gate_id, key, code_mark, people)
);
