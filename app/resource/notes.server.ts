/** Notes and attachments on a record's page: what it shows, and what its forms do. */
import { type ActionFunctionArgs, type AppLoadContext, data } from "@remix-run/node";
import type { FieldErrors, Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { noteBounds } from "~/contract/note-bounds";
import { noteAdd, noteEdit, noteRemove } from "~/contract/platform/record-note";
import type { NotesView } from "~/contract/record-notes";
import { attempt, done, typedOf } from "~/form/submission.server";
import { type Named, named, takeFiles } from "~/form/uploads.server";
import { linkTo } from "~/widgets/file-links";
import { momentText } from "./cells.server";
import { pressKey } from "./selection.server";

export interface NotesBlock {
  noun: string;
  recordId: number;
  count: number;
  notes: {
    id: number;
    rowVersion: number;
    text: string;
    at: string;
    by: string;
    edited: boolean;
    files: { to: string; text: string }[];
    /** Addresses of this page with the form open; null where it may not be done. */
    edit: string | null;
    remove: string | null;
  }[];
  /** The note whose form is open, and which; null: none. */
  open: { id: number; what: "edit" | "remove" } | null;
  /** This page without a form open. */
  here: string;
  newer: string | null;
  older: string | null;
  /** Pressed twice on this page, a note is added once. */
  key: string;
}

/** What was refused: nothing that was typed or chosen is lost. */
export interface NoteRefused {
  note: { text: string; files: (Named & { isNew: true })[]; errors: FieldErrors; notice: Notice | null };
  /** Nothing for the head of the page: it is said where it was typed. */
  notice: null;
}

function askedFor(path: string, name: string): number | null {
  const asked = new URLSearchParams(path.split("?")[1]).get(name) ?? "";
  return /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : null;
}

/** The page of notes that the address names: `?notes=2` is the second. */
export const askedNotesPage = ({ path }: Pick<AppLoadContext, "path">): number =>
  Math.min(askedFor(path, "notes") ?? 1, 10_000);

/** This page's address with other names of its own in it. */
function address(path: string, { keep = false, ...names }: Record<string, number | boolean | undefined>): string {
  const here = new URL(path, "http://page");
  for (const name of ["note", "unnote", ...(keep ? [] : ["notes"])]) here.searchParams.delete(name);
  for (const [name, value] of Object.entries(names))
    if (value !== undefined) here.searchParams.set(name, String(value));
  return `${here.pathname}${here.search}#notes`;
}

export function notesBlock(
  { path }: Pick<AppLoadContext, "path">,
  noun: string,
  recordId: number,
  view: NotesView,
): NotesBlock {
  const { notes, count } = view;
  const pages = Math.max(1, Math.ceil(count / noteBounds.perPage));
  const asked = askedNotesPage({ path });
  // Behind the last page the first is answered.
  const pageNo = asked > pages ? 1 : asked;
  const page = (n: number) => address(path, { notes: n === 1 ? undefined : n });
  const editing = notes.find(({ id, mayEdit }) => mayEdit && id === askedFor(path, "note"));
  const removing = notes.find(({ id, mayRemove }) => mayRemove && id === askedFor(path, "unnote"));
  return {
    ...{ noun, recordId, count, key: pressKey(), here: address(path, { keep: true }) },
    notes: notes.map(({ mayEdit, mayRemove, ...note }) => ({
      ...{ ...note, at: momentText(note.at) },
      files: note.files.map(({ path: file, name }) => ({ to: linkTo(file), text: name })),
      edit: mayEdit ? address(path, { keep: true, note: note.id }) : null,
      remove: mayRemove ? address(path, { keep: true, unnote: note.id }) : null,
    })),
    open: editing ? { id: editing.id, what: "edit" } : removing ? { id: removing.id, what: "remove" } : null,
    newer: pageNo > 1 ? page(pageNo - 1) : null,
    older: pageNo < pages ? page(pageNo + 1) : null,
  };
}

const upTo = (text: string | undefined) => (/^[1-9]\d{0,14}$/.test(text ?? "") ? Number(text) : 0);

/** One of the forms of the block; null where the post is another's. */
export async function commandNotes({ context }: Pick<ActionFunctionArgs, "context">, form: FormData) {
  const what = form.get("noteDo");
  if (what !== "add" && what !== "edit" && what !== "remove") return null;
  const problem =
    what === "add" ? await takeFiles(context, form, "noteFiles", { accept: "file", most: noteBounds.files }) : null;
  const typed = typedOf(form);
  const files = (typed.noteFiles ?? "").split(",").filter(Boolean);
  const text = typed.noteText ?? "";
  const back = address(context.path, { keep: what !== "add" });
  const refuse = async (errors: FieldErrors, notice: Notice | null, status: number) => {
    const kept = (await named(context, files)).map((file) => ({ ...file, isNew: true as const }));
    return data<NoteRefused>({ note: { text, files: kept, errors, notice }, notice: null }, status);
  };
  if (problem !== null) return refuse({ files: [problem] }, null, 422);
  const keyed = /^[a-z0-9]{16,24}$/.test(typed.key ?? "") ? { idempotencyKey: `${typed.key}-note` } : {};
  const id = upTo(typed.noteId);
  const tried = await attempt(
    context,
    () =>
      what === "add"
        ? context.dispatch.call(noteAdd, {
            ...{ noun: typed.noun ?? "", recordId: upTo(typed.recordId), text, files, ...keyed },
          })
        : what === "edit"
          ? context.dispatch.call(noteEdit, { id, rowVersion: Number(typed.rowVersion) || 0, text })
          : context.dispatch.call(noteRemove, { id, ...keyed }),
    what === "remove" ? m.error_remove_title() : m.error_save_title(),
  );
  if (tried.ok) return done(context, back, what === "remove" ? "removed" : "saved");
  const { errors, notice, status } = tried.refusal;
  const known = { ...(errors.text && { text: errors.text }), ...(errors.files && { files: errors.files }) };
  const isKnown = Object.keys(known).length === Object.keys(errors).length;
  return refuse(known, notice ?? (isKnown ? null : { title: m.error_save_title(), message: "" }), status);
}
