/**
 * What hangs on a record about a person: notes, and files of its fields, of its notes and of own fields. It goes when what the
 * record was for has ended and its days are over, whether the record itself holds a value still or not.
 */
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "../db/database";
import {
  type Due,
  dueRows,
  type Erasing,
  eraseSlice,
  type HeldBy,
  isOver,
  type PersonalData,
  removeOwn,
} from "./personal-data";
import { rowsOf } from "./rows";

/** The hourly sweep takes what was let go of a day ago: these bytes go with the next. */
const hoursAgo = 25;

const recordIsOver = (data: PersonalData, id: SQL, when: Due): SQL => sql`
  exists (
    select from ${sql.identifier(data.table)}
    where corp_code = current_setting('app.corp_code') and id = ${id} and ${isOver(data, when)}
  )
`;

const heldNotes = (data: PersonalData, { noun }: HeldBy, when: Due): SQL => sql`
  from record_note n
  where n.corp_code = current_setting('app.corp_code')
    and n.thing = ${noun}
    and ${recordIsOver(data, sql`n.thing_id`, when)}
`;

const heldFiles = (data: PersonalData, { noun, keepsFiles = [] }: HeldBy, when: Due): SQL => sql`
  from file_use u
  where u.corp_code = current_setting('app.corp_code')
    and u.thing = ${noun}
    and u.field <> all (${`{${keepsFiles.join(",")}}`}::text[])
    and ${recordIsOver(data, sql`u.thing_id`, when)}
`;

/** How many records are due, at most `most` + 1 for their values and as many for what hangs on them. */
export async function countDue(tx: Transaction, data: PersonalData, when: Due, most: number): Promise<number> {
  const limit = sql`limit ${most + 1}`;
  const parts = [sql`(select id ${dueRows(data, when)} ${limit})`];
  if (data.record)
    parts.push(
      sql`(select n.thing_id ${heldNotes(data, data.record, when)} ${limit})`,
      sql`(select u.thing_id ${heldFiles(data, data.record, when)} ${limit})`,
    );
  const [row] = await rowsOf<{ n: number }>(
    tx,
    sql`select count(*)::int as n from (${sql.join(parts, sql` union `)}) due`,
  );
  return row?.n ?? 0;
}

/** Removes notes, at most a slice; answers how many. In one transaction with its note, as the tenant. */
export async function eraseNotes(tx: Transaction, data: PersonalData, how: Erasing): Promise<number> {
  if (!data.record) return 0;
  const gone = await rowsOf<{ id: number }>(
    tx,
    sql`
      delete from record_note
      where corp_code = current_setting('app.corp_code')
        and id in (
          select n.id ${heldNotes(data, data.record, how)}
          order by n.id
          limit ${eraseSlice}
          for update of n skip locked
        )
      returning id::float8 as id
    `,
  );
  return gone.length;
}

/**
 * Lets go of files, at most a slice, and answers how many uses of them there were. What nothing else holds is nobody's to read
 * from here on; the next sweep removes its bytes, its thumbnail and its row with the name that somebody gave it.
 */
export async function eraseFiles(tx: Transaction, data: PersonalData, how: Erasing): Promise<number> {
  if (!data.record) return 0;
  const gone = await rowsOf<{ thingId: number; path: string }>(
    tx,
    sql`
      delete from file_use
      where corp_code = current_setting('app.corp_code')
        and (thing, thing_id, field, path) in (
          select u.thing, u.thing_id, u.field, u.path ${heldFiles(data, data.record, how)}
          order by u.thing_id, u.path
          limit ${eraseSlice}
          for update of u skip locked
        )
      returning thing_id::float8 as "thingId", path
    `,
  );
  if (gone.length === 0) return 0;
  await tx.execute(sql`
    update stored_file f
    set state = 'gone', since = ${how.now}::timestamptz - make_interval(hours => ${hoursAgo})
    where f.corp_code = current_setting('app.corp_code')
      and f.path = any (${sql.param(gone.map(({ path }) => path))}::text[])
      and not exists (select from file_use u where u.corp_code = f.corp_code and u.path = f.path)
  `);
  const ids = [...new Set(gone.map(({ thingId }) => thingId))];
  if (data.ownFieldsOf) await removeOwn(tx, data.table, data.ownFieldsOf, sql`kind = 'file'`, ids);
  return gone.length;
}
