/** Notes and attachments of a record, newest first, with the forms to add, change and remove one. */
import { Form, useActionData, useNavigation } from "@remix-run/react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { noteBounds } from "~/contract/note-bounds";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import { FileInput } from "~/widgets/upload/file-input";
import type { NoteRefused, NotesBlock } from "../notes.server";
import "./notes.css";

type Answered = Partial<NoteRefused> | undefined;

type Said = NoteRefused["note"] | typeof nothing;

const nothing: Omit<NoteRefused["note"], "text"> & { text: null } = { text: null, files: [], errors: {}, notice: null };

export function Notes({ block }: { block: NotesBlock }) {
  // The page's action may have answered something else.
  const said = (useActionData() as Answered)?.note ?? nothing;
  const { count, notes, open, newer, older } = block;
  return (
    <section className="panel notes" id="notes" aria-labelledby="notes-title">
      <h2 id="notes-title">
        {m.notes_title()} <span className="badge">{count}</span>
      </h2>
      {open === null && <AddNote key={`${count} ${notes[0]?.id}`} block={block} said={said} />}
      {notes.length === 0 ? (
        <p className="dim">{m.notes_none()}</p>
      ) : (
        <ol className="notes-list">
          {notes.map((note) => (
            <li key={note.id}>
              {open?.id === note.id && open.what === "edit" ? (
                <EditNote note={note} here={block.here} said={said} />
              ) : (
                <>
                  <Note note={note} />
                  {open?.id === note.id && <RemoveNote id={note.id} here={block.here} mark={block.key} said={said} />}
                </>
              )}
            </li>
          ))}
        </ol>
      )}
      {(newer || older) && (
        <p className="toolbar">
          {newer && <Link to={newer}>{m.notes_newer()}</Link>}
          {older && <Link to={older}>{m.notes_older()}</Link>}
        </p>
      )}
    </section>
  );
}

type Shown = NotesBlock["notes"][number];

function Note({ note }: { note: Shown }) {
  const { by, at } = note;
  return (
    <>
      <p className="notes-head">
        <strong>{by}</strong> <time className="dim">{at}</time>
        {note.edited && <small className="dim"> · {m.notes_edited()}</small>}
        {note.edit && (
          <Link to={note.edit} aria-label={m.notes_edit_by({ by, at })} preventScrollReset>
            {m.engine_edit()}
          </Link>
        )}
        {note.remove && (
          <Link to={note.remove} aria-label={m.notes_remove_by({ by, at })} preventScrollReset>
            {m.engine_remove()}
          </Link>
        )}
      </p>
      {note.text && <p className="notes-text">{note.text}</p>}
      {note.files.length > 0 && (
        <ul className="notes-files" aria-label={m.notes_attachments()}>
          {note.files.map(({ to, text }) => (
            <li key={to}>
              <a href={to}>{text}</a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function NoteText({ value, errors }: { value: string; errors: FieldErrors }) {
  return (
    <Field name="noteText" label={m.notes_text()} help={m.notes_text_help()} errors={errors.text}>
      <textarea className="input" rows={3} maxLength={noteBounds.text} defaultValue={value} />
    </Field>
  );
}

function AddNote({ block, said }: { block: NotesBlock; said: Said }) {
  const { text, files, errors, notice } = said;
  const busy = useNavigation().state !== "idle";
  return (
    <details className="notes-add" open={said !== nothing}>
      <summary className="button">{m.notes_add_one()}</summary>
      <Form
        method="post"
        action={block.here}
        encType="multipart/form-data"
        className="notes-form"
        noValidate
        preventScrollReset
      >
        <FormNotice notice={notice} />
        <input type="hidden" name="noun" value={block.noun} />
        <input type="hidden" name="recordId" value={block.recordId} />
        <input type="hidden" name="key" value={block.key} />
        <NoteText value={text ?? ""} errors={errors} />
        <FileInput
          {...{ name: "noteFiles", label: m.notes_attachments(), accept: "file" }}
          {...{ most: noteBounds.files, files, error: errors.files?.[0] }}
        />
        <button className="button button-primary" name="noteDo" value="add" disabled={busy}>
          {m.notes_add()}
        </button>
      </Form>
    </details>
  );
}

function EditNote({ note, here, said }: { note: Shown; here: string; said: Said }) {
  const { text, errors, notice } = said;
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="notes-form" noValidate preventScrollReset aria-label={m.notes_edit()}>
      <FormNotice notice={notice} />
      <input type="hidden" name="noteId" value={note.id} />
      <input type="hidden" name="rowVersion" value={note.rowVersion} />
      <NoteText value={text ?? note.text} errors={errors} />
      <div className="toolbar">
        <button className="button button-primary" name="noteDo" value="edit" disabled={busy}>
          {m.engine_save()}
        </button>
        <Link className="button" to={here} preventScrollReset>
          {m.engine_cancel()}
        </Link>
      </div>
    </Form>
  );
}

function RemoveNote({ id, here, mark, said }: { id: number; here: string; mark: string; said: Said }) {
  const busy = useNavigation().state !== "idle";
  return (
    <Form method="post" className="notes-form" preventScrollReset aria-label={m.notes_remove()}>
      <FormNotice notice={said.notice} />
      <input type="hidden" name="noteId" value={id} />
      <input type="hidden" name="key" value={mark} />
      <p>{m.notes_remove_question()}</p>
      <div className="toolbar">
        <Link className="button" to={here} preventScrollReset>
          {m.engine_cancel()}
        </Link>
        <button className="button button-danger" name="noteDo" value="remove" disabled={busy}>
          {m.notes_remove()}
        </button>
      </div>
    </Form>
  );
}
