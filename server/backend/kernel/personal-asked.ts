/**
 * Somebody asks for their personal data to be destroyed before the days are over: the records that are theirs by a number, what
 * of them has not come to an end, and the destroying of the others as the nightly run does it.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Message } from "~/contract/messages";
import type { PersonalPurpose } from "~/contract/platform/personal-purposes";
import type { Transaction } from "../db/database";
import {
  arrayOf,
  type Beside,
  type Erasing,
  eraseBeside,
  eraseDue,
  eraseSlice,
  isOver,
  type PersonalData,
  type PersonalOf,
  type PersonalStanding,
  type Theirs,
} from "./personal-data";
import { eraseFiles, eraseNotes } from "./personal-held";
import { rowsOf } from "./rows";

export interface Asked {
  identity: string;
  mobile: string;
  name: string;
}

export interface PlacesOfPeople {
  personal: readonly PersonalData[];
  standing: readonly PersonalStanding[];
  traces: NonNullable<PersonalOf["traces"]>;
}

export interface LookedFor {
  now: Date;
  /** A day. */
  today: string;
  /** The days that the law asks for. */
  least: (purpose: PersonalPurpose) => number;
  most: number;
  /** Rows that are found wait for who else changes them, and are theirs until the end of the transaction. */
  locks: boolean;
}

/** Records of one kind that are theirs. */
export interface FoundOf {
  table: string;
  data: PersonalData | null;
  beside: Beside | null;
  stands: Message | undefined;
  ids: number[];
  within: number;
  open: { records: number; numbers: string[] };
  /** Orders that they came by, and the names that stand in them. */
  orders: { numbers: string[]; ids: number[]; names: string[] };
}

interface Place extends Pick<FoundOf, "table" | "data" | "beside"> {
  theirs: Theirs;
  /** What is not over, in words of SQL; of the row, or of the record that it is beside. */
  open: string;
}

/** Everything that is theirs, in the order in which it is declared: two who look for one person wait for each other. */
export async function findPerson(
  tx: Transaction,
  { personal, standing }: PlacesOfPeople,
  asked: Asked,
  how: LookedFor,
): Promise<FoundOf[]> {
  const found: FoundOf[] = [];
  for (const data of personal) {
    if (data.theirs && !data.partOf) {
      const place = { table: data.table, data, beside: null, theirs: data.theirs, open: openOf(data, how.today) };
      found.push(await find(tx, place, matches(data.theirs, asked), how));
    }
    for (const beside of data.with ?? []) {
      if (!beside.theirs) continue;
      const place = { table: beside.table, data, beside, theirs: beside.theirs, open: openOf(data, how.today) };
      found.push(await find(tx, place, matches(beside.theirs, asked), how));
    }
  }
  for (const { table, theirs } of standing) {
    const place = { table, data: null, beside: null, theirs, open: theirs.open?.(day(how.today)) ?? "true" };
    found.push(await find(tx, place, matches(theirs, asked), how));
  }
  for (const data of personal) {
    const match = data.theirs && soldUnder(data.theirs, found);
    if (!match || !data.theirs) continue;
    const place = { table: data.table, data, beside: null, theirs: data.theirs, open: openOf(data, how.today) };
    join(found, await find(tx, place, match, how));
  }
  // What speaks of these records, of whichever business it is.
  const records = found.filter(({ data, beside, ids }) => data?.record && !beside && ids.length > 0);
  for (const data of personal) {
    if (!data.partOf) continue;
    const { noun, by } = data.partOf;
    const of = records.map(
      (one) =>
        sql`(${sql.raw(noun)} = ${one.data?.record?.noun ?? ""} and ${sql.raw(by)} = any (${arrayOf(one.ids)}::bigint[]))`,
    );
    const place = {
      ...{ table: data.table, data, beside: null },
      ...{ theirs: data.theirs ?? {}, open: openOf(data, how.today) },
    };
    if (of.length > 0) found.push(await find(tx, place, sql.join(of, sql` or `), how));
  }
  return found.filter(({ ids }) => ids.length > 0);
}

const day = (text: string) => `'${text}'::date`;

const openOf = ({ theirs, ended }: PersonalData, today: string) =>
  theirs?.open?.(day(today)) ?? (ended ? `not (${ended})` : "false");

/** Null where nothing that was typed is in a column of it. */
function matches({ identity, mobile, name }: Theirs, asked: Asked): SQL | null {
  const numbers = [
    ...(identity && asked.identity ? [sql`t.${sql.identifier(identity)} = ${asked.identity}`] : []),
    ...(mobile && asked.mobile ? [sql`t.${sql.identifier(mobile)} = ${asked.mobile}`] : []),
  ];
  if (numbers.length === 0) return null;
  const one = sql`(${sql.join(numbers, sql` or `)})`;
  if (!name || asked.name === "") return one;
  return sql`${one} and coalesce(t.${sql.identifier(name)}, '') in (${asked.name}, '')`;
}

/** An order that has no number of a person and the name of one whose card or ticket was sold by it. */
function soldUnder({ nameless, name, number }: Theirs, found: readonly FoundOf[]): SQL | null {
  if (!nameless || !name || !number) return null;
  const numbers = found.flatMap(({ orders }) => orders.numbers);
  const ids = found.flatMap(({ orders }) => orders.ids);
  const names = found.flatMap(({ orders }) => orders.names);
  if (names.length === 0 || numbers.length + ids.length === 0) return null;
  return sql`
    (${sql.raw(nameless)})
    and t.${sql.identifier(name)} = any (${sql.param(names)}::text[])
    and (t.${sql.identifier(number)} = any (${sql.param(numbers)}::text[]) or t.id = any (${sql.param(ids)}::bigint[]))
  `;
}

function join(found: FoundOf[], more: FoundOf): void {
  const known = found.find(({ data, beside }) => data === more.data && !beside);
  if (!known) {
    found.push(more);
    return;
  }
  const ids = more.ids.filter((id) => !known.ids.includes(id));
  known.ids.push(...ids);
  known.within += more.within;
  known.open.records += more.open.records;
  known.open.numbers = [...known.open.numbers, ...more.open.numbers].slice(0, 3);
}

async function find(tx: Transaction, place: Place, match: SQL | null, how: LookedFor): Promise<FoundOf> {
  const { table, data, beside, theirs } = place;
  const nothing = { table, data, beside, stands: data?.theirs?.stands ?? theirs.stands };
  const orders = { numbers: [], ids: [], names: [] };
  if (!match) return { ...nothing, ids: [], within: 0, open: { records: 0, numbers: [] }, orders };
  const kept = data ? sql`not coalesce(${isOver({ ...data, ended: "true" }, keptFor(data, how))}, true)` : sql`false`;
  const ofRow = (said: SQL): SQL =>
    beside && data
      ? sql`exists (
          select from ${sql.identifier(data.table)}
          where corp_code = t.corp_code and id = t.${sql.identifier(beside.by)} and (${said})
        )`
      : sql`(${said})`;
  const number = theirs.number ? sql`t.${sql.identifier(theirs.number)}` : sql`''`;
  const sold = theirs.orders ?? { numbers: "'{}'" };
  const soldAs = (by: "numbers" | "ids") => sql.raw(by in sold ? String(Object.values(sold)[0]) : "'{}'");
  const rows = await rowsOf<Found>(
    tx,
    sql`
      select t.id::float8 as id, coalesce(${ofRow(sql.raw(place.open))}, false) as open,
        coalesce(${ofRow(kept)}, false) as within, ${number} as number,
        ${theirs.name ? sql`t.${sql.identifier(theirs.name)}` : sql`''`} as name,
        (${soldAs("numbers")})::text[] as "orderNumbers", (${soldAs("ids")})::float8[] as "orderIds"
      from ${sql.identifier(table)} t
      where t.corp_code = current_setting('app.corp_code') and (${match})
      order by t.id
      limit ${how.most + 1}
      ${sql.raw(how.locks ? "for update of t" : "")}
    `,
  );
  const open = rows.filter((row) => row.open);
  return {
    ...nothing,
    ids: rows.map(({ id }) => id),
    within: rows.filter((row) => row.within).length,
    open: { records: open.length, numbers: open.slice(0, 3).flatMap((row) => (row.number ? [row.number] : [])) },
    orders: theirs.orders
      ? {
          numbers: rows.flatMap(({ orderNumbers }) => orderNumbers),
          ids: rows.flatMap(({ orderIds }) => orderIds),
          names: rows.flatMap((row) => (row.name ? [row.name] : [])),
        }
      : orders,
  };
}

interface Found {
  id: number;
  open: boolean;
  within: boolean;
  number: string | null;
  name: string | null;
  orderNumbers: string[];
  orderIds: number[];
}

const keptFor = ({ purpose }: PersonalData, { now, least }: LookedFor) => ({ now, days: least(purpose) });

/** Destroys what was found, notes and files with it; each table with how many rows went, in the order of their going. */
export async function erasePerson(
  tx: Transaction,
  found: readonly FoundOf[],
  { traces }: PlacesOfPeople,
  asked: Asked,
  how: Omit<Erasing, "days">,
): Promise<{ purpose: PersonalPurpose; table: string; rows: number }[]> {
  const taken: { purpose: PersonalPurpose; table: string; rows: number }[] = [];
  const take = (data: PersonalData, table: string, rows: number) => {
    if (rows > 0) taken.push({ purpose: data.purpose, table, rows });
  };
  for (const { data, beside, ids } of found)
    for (let from = 0; data && from < ids.length; from += eraseSlice) {
      const slice = { ...how, days: 0, ids: ids.slice(from, from + eraseSlice) };
      if (beside) {
        take(data, beside.table, await eraseBeside(tx, beside, "id", slice.ids, slice));
        continue;
      }
      for (const [table, erase] of [
        ["record_note", eraseNotes],
        ["stored_file", eraseFiles],
        [data.table, eraseDue],
      ] as const)
        for (;;) {
          const rows = await erase(tx, data, slice);
          take(data, table, rows);
          if (rows < eraseSlice) break;
        }
    }
  const numbers = [asked.identity, asked.mobile].filter((number) => number !== "");
  for (const { table, says } of traces)
    await tx.execute(sql`
      delete from ${sql.identifier(table)}
      where corp_code = current_setting('app.corp_code')
        and (${sql.join(
          numbers.map((number) => sql`strpos(${sql.raw(says)}, ${number}) > 0`),
          sql` or `,
        )})
    `);
  return taken;
}
