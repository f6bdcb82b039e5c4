/** Adding, changing and removing notes; whoever reads the record may (docs/decisions/206). */
import { and, eq } from "drizzle-orm";
import { m } from "~/contract/messages";
import { noteBounds, removeNotes } from "~/contract/note-bounds";
import { noteAdd, noteEdit, noteRemove } from "~/contract/platform/record-note";
import { checkFiles, holdFiles } from "../files/use";
import { nothingChanged } from "../kernel/audit";
import type { Call } from "../kernel/call";
import { Forbidden, Invalid, NotFound, Refusal } from "../kernel/refusal";
import { type Served, serve } from "../kernel/served";
import { isFresh } from "./notes";
import { recordNote } from "./schema";
import { type NoteSubject, readableRecord, subjectNamed, subjectOf } from "./subjects";

/** A note, locked, of a record that the caller may read. */
async function find(call: Call, id: number) {
  const [note] = await call.db.select().from(recordNote).where(eq(recordNote.id, id)).for("update");
  const subject = note && subjectOf(note.thing);
  if (!note || !subject) throw new NotFound();
  const label = await readableRecord(call, subject, Number(note.thingId), false);
  return { note, subject, label };
}

const isAuthor = (call: Call, note: { accountId: number }) => Number(note.accountId) === call.caller.userId;

/** The record itself holds on to them: so they are read by whoever may open it. */
function keep(call: Call, { noun }: NoteSubject, recordId: number, noteId: number, paths: string[]): Promise<void> {
  return holdFiles(call, { thing: noun, thingId: recordId }, [{ field: `note.${noteId}`, paths, accept: "file" }]);
}

export const notesServed: Served[] = [
  serve(noteAdd, async (call, { noun, recordId, text, files: given }) => {
    const subject = subjectNamed(noun);
    // Locked, so that it is not deleted meanwhile, and no two count its notes at once.
    const label = await readableRecord(call, subject, recordId, true);
    if (!subject) throw new NotFound();
    const files = [...new Set(given)];
    if (text === "" && files.length === 0) throw new Invalid({ text: [m.notes_empty()] });
    const ofRecord = and(eq(recordNote.thing, subject.thing), eq(recordNote.thingId, recordId));
    if ((await call.db.$count(recordNote, ofRecord)) >= noteBounds.notes)
      throw new Refusal(m.notes_most({ n: noteBounds.notes }));
    await checkFiles(call, [{ field: "files", paths: files, accept: "file" }]);
    const { userId: accountId, name: author } = call.caller;
    const [made] = await call.db
      .insert(recordNote)
      .values({ thing: subject.thing, thingId: recordId, text, files, accountId, author, createdAt: call.now } as never)
      .returning({ id: recordNote.id });
    const id = Number(made?.id);
    await keep(call, subject, recordId, id, files);
    call.audit({ thing: subject.thing, thingId: recordId, label, after: { attachments: files.length } });
    return { id };
  }),
  serve(noteEdit, async (call, { id, rowVersion, text }) => {
    const { note, subject, label } = await find(call, id);
    if (!isAuthor(call, note)) throw new Forbidden(m.notes_not_author());
    if (!isFresh(call, note.createdAt)) throw new Refusal(m.notes_too_late({ n: noteBounds.minutes }));
    if (note.rowVersion !== rowVersion) throw new Refusal(m.ops_changed_by({ name: note.author }));
    if (text === "" && note.files.length === 0) throw new Invalid({ text: [m.notes_empty()] });
    if (text === note.text) {
      call.audit(nothingChanged);
      return { id };
    }
    await call.db
      .update(recordNote)
      .set({ text, rowVersion: note.rowVersion + 1, editedAt: call.now })
      .where(eq(recordNote.id, id));
    const thingId = Number(note.thingId);
    call.audit({ thing: subject.thing, thingId, label, after: { attachments: note.files.length } });
    return { id };
  }),
  serve(noteRemove, async (call, { id }) => {
    const { note, subject, label } = await find(call, id);
    const thingId = Number(note.thingId);
    if (!(await call.may(removeNotes(subject.noun)))) {
      if (!isAuthor(call, note)) throw new Forbidden(m.notes_not_author());
      if (!isFresh(call, note.createdAt)) throw new Refusal(m.notes_too_late({ n: noteBounds.minutes }));
    }
    await call.db.delete(recordNote).where(eq(recordNote.id, id));
    await keep(call, subject, thingId, id, []);
    call.audit({ thing: subject.thing, thingId, label, after: { attachments: note.files.length } });
    return { id };
  }),
];
