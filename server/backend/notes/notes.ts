/** Notes and attachments of records: who may read the record reads them and adds some (docs/decisions/206). */
import { and, eq, sql } from "drizzle-orm";
import { noteBounds, removeNotes } from "~/contract/note-bounds";
import type { NotesView } from "~/contract/record-notes";
import type { Call } from "../kernel/call";
import { rowsOf } from "../kernel/rows";
import { recordNote } from "./schema";
import { subjectOf } from "./subjects";

interface Row {
  id: number;
  rowVersion: number;
  text: string;
  at: string | Date;
  by: string;
  accountId: number;
  edited: boolean;
  files: { path: string; name: string; size: number }[];
  count: number;
}

/** Its author may still change it. */
export const isFresh = (call: Call, at: string | Date) =>
  call.now.getTime() - new Date(at).getTime() < noteBounds.minutes * 60_000;

/** A page of a record's notes, newest first; the caller has been found to see the record. */
export async function notesOf(call: Call, thing: string, id: number, pageNo: number): Promise<NotesView> {
  const rows = await rowsOf<Row>(
    call.db,
    sql`
      select n.id, n.row_version as "rowVersion", n.text, n.created_at as at, n.author as "by",
             n.account_id as "accountId", n.edited_at is not null as edited, count(*) over () as count,
             (
               select coalesce(
                 jsonb_agg(jsonb_build_object('path', f.path, 'name', f.name, 'size', f.size)
                           order by array_position(n.files, f.path)),
                 '[]'
               )
               from stored_file f
               where f.corp_code = n.corp_code and f.path = any (n.files)
             ) as files
      from record_note n
      where n.corp_code = current_setting('app.corp_code')
        and n.thing = ${thing}
        and n.thing_id = ${id}
      order by n.id desc
      limit ${noteBounds.perPage} offset ${(pageNo - 1) * noteBounds.perPage}
    `,
  );
  // Behind the last page, as where the only note of one was removed.
  if (rows.length === 0 && pageNo > 1) return notesOf(call, thing, id, 1);
  const removes = rows.length > 0 && (await call.may(removeNotes(subjectOf(thing)?.noun ?? thing)));
  return {
    count: Number(rows[0]?.count ?? 0),
    notes: rows.map(({ accountId, count: _, ...row }) => {
      const own = Number(accountId) === call.caller.userId && isFresh(call, row.at);
      return {
        ...{ ...row, id: Number(row.id), at: new Date(row.at).toISOString() },
        ...{ mayEdit: own, mayRemove: own || removes },
      };
    }),
  };
}

/** The record is deleted; its files are let go of with those of its fields. */
export async function dropNotes(call: Call, thing: string, id: number): Promise<void> {
  await call.db.delete(recordNote).where(and(eq(recordNote.thing, thing), eq(recordNote.thingId, id)));
}
