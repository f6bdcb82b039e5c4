/**
 * Personal data by purpose: each business says in its manifest which columns of its tables belong to people, what they are
 * kept for, and from when the days count. What is due is replaced in its row: by a keyed token, where equal values must stay
 * equal, or by nothing. The key never leaves the server, so nothing leads back from a token.
 */
import { type SQL, sql } from "drizzle-orm";
import { erasedSign } from "~/contract/erased";
import type { Message } from "~/contract/messages";
import { type PersonalPurpose, purposesOfPersonalData } from "~/contract/platform/personal-purposes";
import type { Transaction } from "../db/database";
import { addDays, businessDay, startOfDay } from "./business-time";
import { parameterOf } from "./parameters";
import { rowsOf } from "./rows";
import type { SecretBox } from "./secret-box";

/**
 * What takes the place of a value. `token`: the same for the same value of the corp. `tokenOfRow`: another in each row, where
 * the column is unique. `sign`: that there was one. `null` and `empty`: nothing, in columns that forms edit. `noFacts`: `{}`.
 */
export type Replacement = "token" | "tokenOfRow" | "sign" | "null" | "empty" | "noFacts";
type Columns = Readonly<Record<string, Replacement>>;

export interface PersonalData {
  /** The records, as people call them. */
  what: Message;
  /** One of its own; with `corp_code` and `id`. */
  table: string;
  purpose: PersonalPurpose;
  columns: Columns;
  /** From which the days count: a column, or a computation of some. The index `<table>_personal` begins with it. */
  since: { day: string } | { moment: string };
  /** What must have come to an end besides; in words of SQL. */
  ended?: string;
  /** The noun of the fields that a corp has added: those that it marked as personal go with the row. */
  ownFieldsOf?: "order" | "agency" | "seasonCard" | "employee";
  /** What its records are called where notes and files hang on them: those go as well (`personal-held.ts`). */
  record?: HeldBy;
  /** Rows of others that go with it, found by the column that refers to it. */
  with?: readonly Beside[];
  /** Of a table that is written all the time: its index holds those that have ended, in the order of their ids. */
  indexed?: "ended";
  /** How the records of somebody are found who asks for their data to be destroyed. */
  theirs?: Theirs;
  /** Says of a record of others what may name the same person: goes with theirs. Both in words of SQL. */
  partOf?: { noun: string; by: string };
}

/** By which columns a record is somebody's (`personal-asked.ts`). */
export interface Theirs {
  identity?: string;
  mobile?: string;
  /** Where it says another name than the one asked for, it is somebody else's with the same number. */
  name?: string;
  /** What stands in the way of destroying it, in words of SQL of the row `t`; `today` is a day there. Without: that it has not `ended`. */
  open?: (today: string) => string;
  /** The same in words of people, in one line. */
  stands?: Message;
  /** The column of the number that people know it by. */
  number?: string;
  /** Under which it was sold: numbers or ids of orders, as an array in words of SQL. An order may have the name alone of it. */
  orders?: { numbers: string } | { ids: string };
  /** Of what is sold under: no number of a person in the row, in words of SQL. */
  nameless?: string;
}

export interface HeldBy {
  noun: string;
  /** Fields whose files stay: the law keeps them longer. They are in `keeps` as well, with the reason. */
  keepsFiles?: readonly string[];
}

export interface Beside {
  table: string;
  by: string;
  columns: Columns;
  /** Rows that the tenant's role may not change: a function of the database that takes the ids. */
  through?: "erase_season_card_log" | "erase_stored_card_log";
  /** Each row is about a person of its own: when somebody asks, theirs alone go, whoever the record belongs to. */
  theirs?: Theirs;
}

/** Columns that no run touches, and why. */
export interface PersonalKept {
  what: Message;
  table: string;
  columns: readonly string[];
  why: KeptBecause;
}

/**
 * `tax`: documents of tax, which the law keeps. `cleared`: the business empties it as what it is for ends. `company`: no
 * person's. `legal`: contracts, licences and signed papers. `sealed`: a changed row would break the seal of a log or a year.
 */
export type KeptBecause = "tax" | "cleared" | "company" | "legal" | "sealed";

export interface PersonalOf {
  erases?: readonly PersonalData[];
  keeps?: readonly PersonalKept[];
  /** Records that forget their person by themselves, and stand in the way until then. */
  stands?: readonly PersonalStanding[];
  /** What is of use for some days alone, and goes as a row where it says the number of who asks. `says` in words of SQL. */
  traces?: readonly { table: string; says: string }[];
}

export interface PersonalStanding {
  table: string;
  theirs: Theirs;
}

/** Rows of one transaction. */
export const eraseSlice = 500;

/** What makes the index of a declaration, for migrations and the test that holds them to it. */
export function indexOf({ table, columns, since, ended = "true", indexed }: PersonalData): string {
  const key = "day" in since ? since.day : since.moment;
  const rows = indexed ? `(${holdsValue(columns)}) and (${ended})` : holdsValue(columns);
  const first = /[(]/.test(key) ? `(${key})` : key;
  // Many have one day: without their ids the index holds a day once, and takes a fifth of the room.
  const places = indexed ? "id" : "day" in since ? first : `${first}, id`;
  return `create index ${table}_personal on ${table} (corp_code, ${places})\n  where ${rows};`;
}

const parameterFor = (purpose: PersonalPurpose) => purposesOfPersonalData[purpose].parameter;

/** Days that a corp keeps them; never fewer than the law asks, whatever stands in the table. */
export async function daysFor(tx: Transaction, purpose: PersonalPurpose, least: number): Promise<number> {
  const set = Number(await parameterOf(tx, parameterFor(purpose)));
  return Number.isSafeInteger(set) ? Math.max(set, least) : least;
}

/** Which of the columns hold a value still. The index has the same words. */
export const holdsValue = (columns: Columns) =>
  Object.entries(columns)
    .map(([name, by]) =>
      by === "noFacts" ? `(${name} <> '{}'::jsonb)` : `(${name} <> '' and not starts_with(${name}, '${erasedSign}'))`,
    )
    .join(" or ");

/** That what a record was for has ended, and its days are over; of the columns of its own table. */
export function isOver({ since, ended = "true" }: PersonalData, { now, days, ids }: Due): SQL {
  if (ids) return sql`id = any (${arrayOf(ids)}::bigint[])`;
  const last = addDays(businessDay(now), -days);
  const isOld =
    "day" in since
      ? sql`${sql.raw(since.day)} < ${last}::date`
      : sql`${sql.raw(since.moment)} < ${startOfDay(last)}::timestamptz`;
  return sql`(${sql.raw(ended)}) and ${isOld}`;
}

/** What is due on a day with so many days kept; as the tenant, by the index. */
export const dueRows = (data: PersonalData, when: Due): SQL => sql`
  from ${sql.identifier(data.table)}
  where corp_code = current_setting('app.corp_code')
    and (${sql.raw(holdsValue(data.columns))})
    and ${isOver(data, when)}
`;

export interface Due {
  now: Date;
  days: number;
  /** These, whatever their age: who asks has looked what has come to an end. */
  ids?: readonly number[];
}

export interface Erasing extends Due {
  corpCode: string;
  secrets: Pick<SecretBox, "mark">;
  /** Tests switch them off and see what they are good for. */
  locks?: boolean;
}

/**
 * Destroys what is due, the oldest first, at most a slice; answers how many rows. As the tenant, in one transaction with its
 * note. Rows that somebody has locked are left to the next run.
 */
export async function eraseDue(tx: Transaction, data: PersonalData, how: Erasing): Promise<number> {
  const since = "day" in data.since ? data.since.day : data.since.moment;
  const rows = await rowsOf<Row>(
    tx,
    sql`
      select id::float8 as id, ${listed(data.columns)} ${dueRows(data, how)}
      order by ${sql.raw(data.indexed ? "id" : `${since}, id`)}
      limit ${eraseSlice}
      ${sql.raw(how.locks === false ? "" : "for update skip locked")}
    `,
  );
  if (rows.length === 0) return 0;
  await replace(tx, data, rows, how);
  const ids = rows.map(({ id }) => id);
  if (data.ownFieldsOf) await removeOwn(tx, data.table, data.ownFieldsOf, sql`personal`, ids);
  for (const child of data.with ?? []) {
    if (child.through) {
      await tx.execute(sql`select ${sql.identifier(child.through)}(${arrayOf(ids)}::bigint[])`);
      continue;
    }
    if (!(how.ids && child.theirs)) await eraseBeside(tx, child, child.by, ids, how);
  }
  return rows.length;
}

/** Rows of another table, by the ids that a column of it holds; answers how many. */
export async function eraseBeside(
  tx: Transaction,
  child: Beside,
  by: string,
  ids: readonly number[],
  how: Erasing,
): Promise<number> {
  const own = await rowsOf<Row>(
    tx,
    sql`
      select id::float8 as id, ${listed(child.columns)}
      from ${sql.identifier(child.table)}
      where corp_code = current_setting('app.corp_code')
        and ${sql.identifier(by)} = any (${arrayOf(ids)}::bigint[])
        and (${sql.raw(holdsValue(child.columns))})
      order by id
      for update
    `,
  );
  if (own.length > 0) await replace(tx, child, own, how);
  return own.length;
}

/** Values of own fields: those that are marked as personal, or files; withdrawn fields included. */
export async function removeOwn(
  tx: Transaction,
  table: string,
  noun: string,
  which: SQL,
  ids: readonly number[],
): Promise<void> {
  await tx.execute(sql`
    update ${sql.identifier(table)}
    set own = own - array(
      select code from own_field
      where corp_code = current_setting('app.corp_code') and noun = ${noun} and ${which}
    )
    where corp_code = current_setting('app.corp_code')
      and id = any (${arrayOf(ids)}::bigint[])
      and own <> '{}'
  `);
}

export const arrayOf = (ids: readonly number[]) => `{${ids.join(",")}}`;

type Row = { id: number } & Record<string, unknown>;

const listed = (columns: Columns) =>
  sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );

async function replace(
  tx: Transaction,
  { table, columns }: { table: string; columns: Columns },
  rows: readonly Row[],
  { corpCode, secrets }: Erasing,
): Promise<void> {
  const names = Object.keys(columns);
  const replaced = rows.map((row) => {
    const values = names.map((name) => [
      name,
      replacementOf(columns[name] ?? "sign", row[name], `${corpCode} personal`, row.id, secrets),
    ]);
    return { id: row.id, ...Object.fromEntries(values) };
  });
  const sets = names.map((name) => sql`${sql.identifier(name)} = d.${sql.identifier(name)}`);
  const shape = names.map(
    (name) => sql`${sql.identifier(name)} ${sql.raw(columns[name] === "noFacts" ? "jsonb" : "text")}`,
  );
  await tx.execute(sql`
    update ${sql.identifier(table)} t
    set ${sql.join(sets, sql`, `)}
    from jsonb_to_recordset(${JSON.stringify(replaced)}::jsonb) as d(id bigint, ${sql.join(shape, sql`, `)})
    where t.corp_code = current_setting('app.corp_code') and t.id = d.id
  `);
}

/** What there was nothing of stays as it is, and what was destroyed before. */
function replacementOf(
  by: Replacement,
  value: unknown,
  place: string,
  id: number,
  secrets: Pick<SecretBox, "mark">,
): unknown {
  if (by === "noFacts") return {};
  if (typeof value !== "string" || value === "" || value.startsWith(erasedSign)) return value;
  if (by === "null") return null;
  if (by === "empty") return "";
  if (by === "sign") return erasedSign;
  return `${erasedSign}${secrets.mark(value, by === "token" ? place : `${place} ${id}`)}`;
}
