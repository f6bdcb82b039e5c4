/** What ledgers tell: how accounts stood at a moment, what must hold of them, the time lines of their records, their list. */
import { getTableName, type SQL, sql } from "drizzle-orm";
import type { Field } from "~/contract/field-kinds";
import type { Movement } from "~/contract/ledger";
import { type Message, m } from "~/contract/messages";
import type { Option } from "~/contract/resource";
import type { Call } from "./call";
import { dictionariesOf } from "./dictionaries";
import { figuresOf, type KeptLedger } from "./ledger";
import { serveStanding } from "./ledger-standing";
import { accountColumn, changeColumn, columnOf } from "./ledger-table";
import type { RowQuery } from "./list-source";
import { yuan } from "./money";
import { serveResource } from "./resource";
import type { Reference } from "./resource-backend";
import { rowsOf } from "./rows";
import type { Served } from "./served";
import { type Moment, tellMoments } from "./time-line";

/** What a business says of a ledger that it keeps. */
export interface LedgerBackend {
  ledger: KeptLedger;
  /** What fields of its accounts refer to. */
  references?: Record<string, Reference>;
  /** Where what is told beside its rows is read; its first table is that of the rows. */
  query?: RowQuery;
}

/** The list of its rows, and how its accounts stood. */
export function serveLedger({ ledger, references = {}, query }: LedgerBackend): Served[] {
  const { declared, rows } = ledger;
  const backend = { table: rows, references, ...(query && { query, indexed: true as const }) };
  return [...serveResource(declared.rows, backend), serveStanding(ledger, references)];
}

export type Standing<F extends string> = Record<F, number> & { account: number } & Record<string, string | number>;

/** How accounts stood once everything until `at` had happened; those that had not moved by then are left out. `where` picks them, with the alias `a`. */
export async function standingsAt<F extends string, K extends string>(
  { db }: Call,
  { declared, rows, accounts }: KeptLedger<F, K>,
  at: Date,
  where: SQL,
): Promise<Standing<F>[]> {
  const named = (field: string) => sql.identifier(field);
  const column = (field: string) => sql.identifier(columnOf(accounts, field).name);
  const moment = sql`${at.toISOString()}::timestamptz`;
  const figures = figuresOf(declared).map(
    (figure) => sql`
      case when a.moved_at > ${moment} then coalesce(l.${column(figure)}, 0) else a.${column(figure)} end
        as ${named(figure)}`,
  );
  const apart = Object.keys(declared.accounts).map((field) => sql`a.${column(field)} as ${named(field)}`);
  return rowsOf<Standing<F>>(
    db,
    sql`
      select a.id as account, ${sql.join([...apart, ...figures], sql`, `)}
      from ${accounts} a
      left join lateral (
        select *
        from ${rows} l
        where l.corp_code = a.corp_code and l.${sql.identifier(accountColumn(accounts))} = a.id and l.at <= ${moment}
        order by l.at desc, l.id desc
        limit 1
      ) l on a.moved_at > ${moment}
      where a.corp_code = current_setting('app.corp_code')
        and (a.moved_at <= ${moment} or l.id is not null)
        and ${where}
    `,
  );
}

type Row = Record<string, string | number> & { at: Date; kind: string; source: string; account_name: string };

/**
 * Tells its rows on the time line of a record: of the account itself, or, where `of` says the field of the account that
 * holds the record's id, of all accounts of that record.
 */
export function tellLedger(ledger: KeptLedger, thing: string, of?: string): void {
  const { declared, rows, accounts } = ledger;
  const told = Object.entries<Movement<string>>(declared.kinds).flatMap(([kind, one]) =>
    one.told === false ? [] : [kind],
  );
  const record = of === undefined ? accountColumn(accounts) : columnOf(accounts, of).name;
  const named = Object.values(declared.accounts).flatMap((field) =>
    field.kind === "dictionary" ? [field.dictionary] : [],
  );
  tellMoments(thing, getTableName(rows), async ({ db, locale }: Call, id, most) => {
    const latest = await rowsOf<Row>(
      db,
      sql`
        select * from ${rows}
        where corp_code = current_setting('app.corp_code')
          and ${sql.identifier(record)} = ${id}
          and kind in ${told}
        order by id desc
        limit ${most}
      `,
    );
    const words = named.length > 0 && latest.length > 0 ? await dictionariesOf(db, named, locale) : {};
    return latest.map((row) => momentOf(ledger, row, of, words));
  });
}

function momentOf(
  { declared, accounts }: KeptLedger,
  row: Row,
  of: string | undefined,
  words: Readonly<Record<string, readonly Option[]>>,
): Moment {
  const worded = (field: Field, value: string) =>
    (field.kind === "dictionary" && words[field.dictionary]?.find((one) => one.value === value)?.label) || value;
  const shown = (n: number) => (declared.unit === "fen" ? yuan(n) : String(n));
  const apart = Object.entries(declared.accounts)
    .filter(([name, { kind }]) => name !== of && kind !== "reference")
    .map(([name, field]) => worded(field, String(row[columnOf(accounts, name).name] ?? "")));
  const figures = Object.entries<Message>(declared.figures).flatMap(([figure, label]) => {
    const column = columnOf(accounts, figure).name;
    const change = Number(row[changeColumn(column)]);
    if (change === 0) return [];
    const sign = change > 0 ? "+" : "−";
    const facts = { figure: label(), change: sign + shown(Math.abs(change)), balance: shown(Number(row[column])) };
    return [m.ledger_told_figure(facts)];
  });
  const kind: Movement<string> | undefined = declared.kinds[row.kind];
  return {
    at: new Date(row.at),
    by: row.account_name,
    title: m.timeline_told({
      by: row.account_name || m.timeline_system(),
      what: [kind?.label() ?? row.kind, ...apart].filter(Boolean).join(" "),
    }),
    detail: [...figures, row.source].filter(Boolean).join(" · "),
  };
}
