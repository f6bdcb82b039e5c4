-- What holds of every ledger, whoever writes to it. `declare_ledger` is called by the migration that makes one:
-- `ledger` its table of rows, `accounts` the table of what has the figures (its rows are referred to as `<accounts>_id`),
-- `figures` the columns of both, with `<figure>_change` beside each in the rows.

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;

create function declare_ledger(ledger text, accounts text, figures text[]) returns void language plpgsql as $$
declare
  account text := accounts || '_id';
  of_account text := (select string_agg(format('a.%I', figure), ', ') from unnest(figures) figure);
  of_last text := (select string_agg(format('coalesce(l.%I, 0)', figure), ', ') from unnest(figures) figure);
  of_new text := (select string_agg(format('new.%I', figure), ', ') from unnest(figures) figure);
  of_nothing text := (select string_agg('0', ', ') from unnest(figures) figure);
  one_figure text;
  columns text := (select string_agg(format('%I', figure), ', ') from unnest(figures) figure);
begin
  -- When the account moved last: no row is earlier than the one before it, so "as of" a moment is one look.
  execute format('alter table %I add column if not exists moved_at timestamptz', accounts);
  foreach one_figure in array figures loop
    execute format(
      'alter table %I add constraint %I check (%I >= 0), alter column %I set default 0',
      accounts, accounts || '_' || one_figure || '_floor', one_figure, one_figure
    );
  end loop;
  execute format(
    'create unique index %I on %I (corp_code, %I, source_key) where source_key is not null',
    ledger || '_once', ledger, account
  );
  execute format('create index %I on %I (corp_code, %I, at, id)', ledger || '_as_of', ledger, account);

  execute format(
    'create trigger append_only before update or delete on %I for each row execute function refuse_ledger_change()',
    ledger
  );

  -- A figure that moves without a row, or to another value than the row says.
  execute format(
    $body$
      create function %1$I() returns trigger language plpgsql as $agrees$
      begin
        if exists (
          select from %2$I a
          left join lateral (
            select * from %3$I l
            where l.corp_code = a.corp_code and l.%4$I = a.id
            order by l.id desc limit 1
          ) l on true
          where a.corp_code = new.corp_code and a.id = new.id and (%5$s) is distinct from (%6$s)
        ) then
          raise exception '%% %%: its figures are not those of its ledger', tg_table_name, new.id;
        end if;
        return null;
      end $agrees$
    $body$,
    accounts || '_agrees', accounts, ledger, account, of_account, of_last
  );
  -- A movement sets the moment with the figures, and its one statement writes the row: asked is what was done otherwise.
  execute format(
    'create constraint trigger ledger_agrees after update of %s on %I deferrable initially deferred
     for each row when (new.moved_at is not distinct from old.moved_at) execute function %I()',
    columns, accounts, accounts || '_agrees'
  );
  execute format(
    'create constraint trigger ledger_agrees_from_the_start after insert on %I deferrable initially deferred
     for each row when ((%s) <> (%s)) execute function %I()',
    accounts, of_new, of_nothing, accounts || '_agrees'
  );
end $$;
