/**
 * Moves figures of ledger accounts: one statement changes the account where no figure falls below its floor, and writes
 * the row that says so with the figures after it. The database refuses, when the transaction ends, a figure that moved in
 * any other way (`declare_ledger`).
 */
import { getTableName } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Ledger, Movement, Moves } from "~/contract/ledger";
import { Meanwhile, sqlState } from "../db/database";
import type { Call } from "./call";
import { accountColumn, changeColumn, columnOf } from "./ledger-table";
import { prepared } from "./prepared";

/** What brought a movement about. Moving again with the same changes nothing; without one, every call moves. */
export interface Source {
  /** Whose it is, e.g. "order". */
  business: string;
  /** What happened there, e.g. "refund". */
  kind: string;
  /** The number that people know it by; shown beside the row. */
  subject: string;
  /** Which of several movements of that kind and subject. */
  part?: string;
  /**
   * The subject is of this very transaction, so it cannot have moved anything yet: nobody looks, which a sale would
   * notice. The database refuses the second row in any case.
   */
  isNew?: true;
}

export interface Moving<K extends string> {
  /** Its id, or what tells it apart, by field. */
  account: number | Readonly<Record<string, string | number>>;
  kind: K;
  /** Above zero; of a kind that goes either way, not zero. */
  amount: number;
  source?: Source;
  /** Told beside the row where there is no source. */
  note?: string;
}

export interface Moved<F extends string> {
  /** Id of the account. */
  account: number;
  /** Id of the ledger's row. */
  row: number;
  /** After the movement. */
  figures: Record<F, number>;
  /** The source had moved it before: nothing was done now. */
  again: boolean;
}

export interface KeptLedger<F extends string = string, K extends string = string> {
  declared: Ledger<F, K>;
  rows: PgTable;
  accounts: PgTable;
  statements: Map<string, string>;
}

/** A ledger of the contract with its tables. */
export function keepLedger<F extends string, K extends string>(
  declared: Ledger<F, K>,
  tables: { rows: PgTable; accounts: PgTable },
): KeptLedger<F, K> {
  return { declared, ...tables, statements: new Map() };
}

/** null: a figure would fall below its floor, or there is no such account. Nothing is written then. */
export async function move<F extends string, K extends string>(
  call: Pick<Call, "db" | "now" | "caller">,
  ledger: KeptLedger<F, K>,
  { account, kind, amount, source, note = "" }: Moving<K>,
): Promise<Moved<F> | null> {
  refuseAmount(ledger, kind, amount);
  const apart = typeof account === "number" ? { id: account } : account;
  const fields = Object.keys(apart).sort();
  const key = source ? keyOf(source) : null;
  const { userId, name } = call.caller;
  const values = [amount, call.now, source?.subject ?? note, key, userId, name, ...fields.map((field) => apart[field])];
  try {
    const [moved] = await prepared<MovedRow>(call.db, moving(ledger, kind, fields, source?.isNew === true), values);
    if (moved) return movedOf(ledger, moved, false);
  } catch (error) {
    // The same source moves it at this moment.
    throw sqlState(error) === "23505" ? new Meanwhile(error) : error;
  }
  return key === null ? null : movedBefore(call, ledger, { fields, apart, key, kind, amount });
}

type MovedRow = Record<string, number> & { account: number; row: number };

function movedOf<F extends string, K extends string>(
  { declared, accounts }: KeptLedger<F, K>,
  row: MovedRow,
  again: boolean,
): Moved<F> {
  const figures = {} as Record<F, number>;
  for (const figure of figuresOf(declared)) figures[figure] = row[columnOf(accounts, figure).name] ?? 0;
  return { account: row.account, row: row.row, figures, again };
}

function refuseAmount({ declared }: KeptLedger, kind: string, amount: number): void {
  const movement: Movement<string> | undefined = declared.kinds[kind];
  if (!movement || !Number.isSafeInteger(amount) || amount === 0 || (amount < 0 && !movement.eitherWay))
    throw new Error(`${declared.noun}: ${kind} of ${amount} is no movement`);
}

const keyOf = ({ business, kind, subject, part }: Source) =>
  [business, kind, subject, ...(part === undefined ? [] : [part])].join("/");

export function figuresOf<F extends string, K extends string>({ figures }: Ledger<F, K>): F[] {
  return Object.keys(figures) as F[];
}

const quoted = (name: string) => `"${name}"`;

/** Values: amount, moment, source, key, account and name of who does it, then those of `apart`. */
function moving(ledger: KeptLedger, kind: string, apart: readonly string[], isNew: boolean): string {
  const name = [kind, isNew ? "new" : "", ...apart].join(" ");
  const known = ledger.statements.get(name);
  if (known) return known;
  const { accounts, rows, declared } = ledger;
  const moves: Moves<string> = declared.kinds[kind]?.moves ?? {};
  const column = (field: string) => quoted(columnOf(accounts, field).name);
  const signed = (sign: 1 | -1) => (sign === 1 ? "+ $1::bigint" : "- $1::bigint");
  const after = (figure: string) => {
    const sign = moves[figure];
    return sign ? `a.${column(figure)} ${signed(sign)}` : `a.${column(figure)}`;
  };
  const figures = figuresOf(declared);
  const moved = figures.filter((figure) => moves[figure]);
  const sums = (declared.floors ?? []).map((floor) =>
    Object.entries(floor)
      .map(([figure, sign]) => `${sign === 1 ? "+" : "-"} (${after(figure)})`)
      .join(" "),
  );
  const floors = [...moved.map(after), ...sums.map((sum) => `0 ${sum}`)].map((sum) => `and ${sum} >= 0`);
  const where = apart.map((field, place) => `and a.${column(field)} = $${place + 7}`);
  const carried = Object.keys(declared.accounts).map(column);
  const changes = figures.map((figure) => quoted(changeColumn(columnOf(accounts, figure).name)));
  const changed = figures.map((figure) => (moves[figure] ? `0 ${signed(moves[figure])}` : "0"));
  const all = figures.map(column);
  const account = quoted(accountColumn(accounts));
  // As a value: of "not exists" the planner makes a walk through the whole ledger.
  const notYetMoved = `and (
          select l.id from ${quoted(getTableName(rows))} l
          where l.corp_code = a.corp_code and l.${account} = a.id and l.source_key = $4::text
          limit 1
        ) is null`;
  const statement = `
    with moved as (
      update ${quoted(getTableName(accounts))} a
      set ${moved.map((figure) => `${column(figure)} = ${after(figure)}`).join(", ")},
          moved_at = greatest(a.moved_at, $2::timestamptz)
      where a.corp_code = current_setting('app.corp_code')
        ${where.join("\n        ")}
        ${floors.join("\n        ")}
        ${isNew ? "" : notYetMoved}
      returning a.*
    )
    insert into ${quoted(getTableName(rows))}
      (at, ${[account, ...carried, "kind", ...changes, ...all].join(", ")}, source, source_key, account_id, account_name)
    select moved_at, ${["id", ...carried, `'${kind}'`, ...changed, ...all].join(", ")}, $3::text, $4::text, $5::bigint, $6::text
    from moved
    returning ${account} as account, id as row, ${all.join(", ")}
  `;
  ledger.statements.set(name, statement);
  return statement;
}

interface Before<K extends string> {
  fields: readonly string[];
  apart: Readonly<Record<string, string | number>>;
  key: string;
  kind: K;
  amount: number;
}

async function movedBefore<F extends string, K extends string>(
  { db }: Pick<Call, "db">,
  ledger: KeptLedger<F, K>,
  { fields, apart, key, kind, amount }: Before<K>,
): Promise<Moved<F> | null> {
  const { accounts, rows, declared } = ledger;
  const moves: Moves<string> = declared.kinds[kind].moves;
  const account = quoted(accountColumn(accounts));
  const where = fields.map((field, place) => `and a.${quoted(columnOf(accounts, field).name)} = $${place + 2}`);
  const [row] = await prepared<MovedRow & { kind: string }>(
    db,
    `
      select l.*, l.${account} as account, l.id as row
      from ${quoted(getTableName(accounts))} a
      join ${quoted(getTableName(rows))} l on l.corp_code = a.corp_code and l.${account} = a.id and l.source_key = $1
      where a.corp_code = current_setting('app.corp_code')
        ${where.join("\n        ")}
    `,
    [key, ...fields.map((field) => apart[field])],
  );
  if (!row) return null;
  const same = figuresOf(declared).every(
    (figure) => row[changeColumn(columnOf(accounts, figure).name)] === amount * (moves[figure] ?? 0),
  );
  if (row.kind !== kind || !same) throw new Error(`${declared.noun}: ${key} has moved something else before`);
  return movedOf(ledger, row, true);
}
