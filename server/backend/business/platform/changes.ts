/** What was changed of some things, newest first: for the pages of businesses that show their own changes. */
import { sql } from "drizzle-orm";
import { rowsOf } from "../../kernel/rows";
import type { Call } from "../../kernel/served";
import { type Entry, entryColumns, type ToldEntry, tellEntries } from "./told-entry";

export interface ChangesWanted {
  /** Kinds of things, or single ones: nothing else is found. */
  things: readonly { thing: string; thingId?: number }[];
  /** The whole name of who did it; "": anybody. */
  who: string;
  /** Moments, ISO 8601: from (included) and until (excluded). */
  from?: string | undefined;
  until?: string | undefined;
  /** Entries before this one. */
  before?: number | undefined;
  /** At most so many. */
  most: number;
}

/** Looks at personal data are none: nothing was changed. Each kind is read from the newest on, by its index. */
export async function changesOf(call: Call, wanted: ChangesWanted): Promise<ToldEntry[]> {
  const { things, who, from, until, before, most } = wanted;
  const rows = await rowsOf<Omit<Entry, "at"> & { at: string }>(
    call.db,
    sql`
      select ${sql.raw(entryColumns)}
      from (
        select a.*
        from jsonb_to_recordset(${JSON.stringify(things)}::jsonb) as w (thing text, "thingId" bigint)
        cross join lateral (
          select *
          from audit_log a
          where a.thing = w.thing
            and (w."thingId" is null or a.thing_id = w."thingId")
            and not a.look
            ${who === "" ? sql`` : sql`and a.account_name = ${who}`}
            ${from === undefined ? sql`` : sql`and a.at >= ${from}::timestamptz`}
            ${until === undefined ? sql`` : sql`and a.at < ${until}::timestamptz`}
            ${before === undefined ? sql`` : sql`and a.id < ${before}`}
          order by a.id desc
          limit ${most}
        ) a
      ) a
      order by id desc
      limit ${most}
    `,
  );
  return tellEntries(
    call,
    rows.map((row) => ({ ...row, at: new Date(row.at) })),
  );
}
