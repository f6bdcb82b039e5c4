/** Names of a group's real-name tickets (`/createGroup/:id/names`): pasted or read from a file, and who of them has come. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { documentNames } from "~/contract/document-kinds";
import type { Notice } from "~/contract/errors";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import { groupMost } from "~/contract/ticket/group-bounds";
import { groupNames, groupNamesAbsent, groupNamesSave } from "~/contract/ticket/group-names";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, typedOf } from "~/form/submission.server";
import { takeFiles } from "~/form/uploads.server";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { FileInput } from "~/widgets/upload/file-input";
import { byLine, readNames } from "./group-names-read";
import "./group.css";

const path = "/createGroup";

/** Of a pasted list. */
const mostLetters = 200_000;

export const handle = { menu: path };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const { file: _, ...group } = await context.dispatch.call(groupNames, { id: idIn(params) });
  return { ...group, maySave: group.whyNot === "" && mayPress(context, "groupBooking:edit") };
}

interface Refused {
  typed: { names: string; type: string };
  /** By line of the list. */
  rows: string[];
  errors: Record<string, string[]>;
  notice: Notice | null;
  /** Lines that a file brought, to be looked at. */
  read: number;
}

/** `intent=read` puts a file's lines into the list; `save` and `add` take the list; `absent` says who has not come. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const form = await request.formData();
  const back = (refused: Partial<Refused>, status: number) =>
    data({ ...{ typed, rows: [], errors: {}, notice: null, read: 0 }, ...refused } satisfies Refused, status);
  const problem = await takeFiles(context, form, "file", { accept: "file", most: 1 });
  const fields = typedOf(form);
  const names = form.get("names");
  // A list of a thousand is longer than what other fields may have.
  const typed = { names: typeof names === "string" ? names.slice(0, mostLetters) : "", type: fields.type ?? "" };
  const file = fields.file ?? "";
  if (fields.intent === "absent") {
    const absent = form.getAll("absent").map(Number).filter(Number.isSafeInteger);
    const saved = await attempt(
      context,
      () => context.dispatch.call(groupNamesAbsent, { id, absent }),
      m.error_save_title(),
    );
    if (!saved.ok) return back(saved.refusal, saved.refusal.status);
    return done(context, `${path}/${id}/names`, "saved");
  }
  if (problem) return back({ errors: { file: [problem] } }, 422);
  const look = await attempt(context, () => context.dispatch.call(groupNames, { id, ...(file && { path: file }) }));
  if (!look.ok) return back(look.refusal, look.refusal.status);
  const { types, file: read } = look.value;
  // A file that was chosen is looked at first, whichever button was pressed.
  if (read?.problem) return back({ errors: { file: [read.problem] } }, 422);
  if (read) {
    const names = [typed.names.trimEnd(), read.text].filter((text) => text !== "").join("\n");
    return back({ typed: { ...typed, names }, read: readNames(read.text, []).visitors.length }, 200);
  }
  if (fields.intent === "read") return back({ errors: { file: [m.imports_file_none()] } }, 422);
  const type = types.find(({ ticketTypeId }) => String(ticketTypeId) === typed.type) ?? types[0];
  const { visitors, lines } = readNames(typed.names, type?.documents ?? []);
  if (visitors.length === 0) return back({ errors: { names: [m.group_names_nobody()] } }, 422);
  if (visitors.length > groupMost) return back({ errors: { names: [m.group_names_most({ n: groupMost })] } }, 422);
  const wish = { id, ticketTypeId: type?.ticketTypeId ?? 0, keep: fields.intent === "add", visitors };
  const saved = await attempt(context, () => context.dispatch.call(groupNamesSave, wish), m.error_save_title());
  if (saved.ok) return done(context, `${path}/${id}/names`, "saved");
  const { rows, rest } = byLine(saved.refusal.errors, lines);
  return back({ rows, errors: rest, notice: rows.length > 0 ? null : saved.refusal.notice }, saved.refusal.status);
}

export const meta: MetaFunction<typeof loader> = ({ data: view }) => [
  { title: view ? m.group_names_of({ name: view.organisation }) : "" },
];

export default function GroupNames() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page" aria-busy={busy}>
      <header className="page-head">
        <h1>{m.group_names_of({ name: view.organisation })}</h1>
        <div className="toolbar">
          <Link className="button" to={`${path}/${view.id}/desk`}>
            {m.group_desk()}
          </Link>
          <Link className="button" to={`${path}/${view.id}`}>
            {m.group_booking()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answered?.notice} errors={answered?.errors} />
      {answered && answered.read > 0 && (
        <p className="notice" role="status">
          {m.group_names_read_done({ n: answered.read })}
        </p>
      )}
      {view.whyNot && <p className="notice notice-warn">{view.whyNot}</p>}
      {view.whyNot === "" && (view.closed || view.namesSay) && (
        <p className="notice notice-warn">{view.closed || view.namesSay}</p>
      )}
      {view.types.length === 0 && <p className="empty">{m.group_names_not_needed()}</p>}
      {view.maySave && view.closed === "" && view.types.length > 0 && (
        <Enter view={view} answered={answered ?? null} busy={busy} />
      )}
      {view.types.length > 0 && <Lists view={view} busy={busy} />}
    </div>
  );
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

function Enter({ view, answered, busy }: { view: View; answered: Refused | null; busy: boolean }) {
  const { rows = [], errors = {}, typed } = answered ?? {};
  const hasPeople = view.types.some(({ people }) => people.length > 0);
  const lines = typed?.names.split("\n").length ?? 0;
  return (
    <Form method="post" encType="multipart/form-data" className="panel" noValidate reloadDocument>
      <h2>{m.group_names_enter()}</h2>
      {rows.length > 0 && (
        <div className="notice notice-bad" role="alert" id="names-wrong">
          <strong>{m.group_names_wrong({ n: rows.length })}</strong>
          <ul>
            {rows.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {view.types.length > 1 ? (
        <Field name="type" label={m.group_names_type()} errors={errors.ticketTypeId}>
          <select className="input" defaultValue={typed?.type}>
            {view.types.map(({ ticketTypeId, name }) => (
              <option key={ticketTypeId} value={ticketTypeId}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      ) : (
        <p className="group-names-type">
          {m.group_names_type()} <strong>{view.types[0]?.name}</strong>
        </p>
      )}
      <Field name="names" label={m.group_names_paste()} help={m.group_names_paste_help()} errors={errors.names}>
        <textarea
          className="input"
          rows={Math.min(24, Math.max(8, lines + 1))}
          autoComplete="off"
          spellCheck={false}
          defaultValue={typed?.names ?? ""}
        />
      </Field>
      <FileInput
        name="file"
        label={m.imports_file()}
        accept="file"
        only={importFormats}
        most={1}
        files={[]}
        help={m.group_names_file_help({ n: groupMost })}
        error={errors.file?.[0]}
      />
      <div className="group-actions">
        <button className="button" name="intent" value="read" disabled={busy}>
          {m.group_names_read()}
        </button>
        {hasPeople && (
          <button className="button" name="intent" value="add" disabled={busy}>
            {m.group_names_add()}
          </button>
        )}
        <button className="button button-primary" name="intent" value="save" disabled={busy}>
          {hasPeople ? m.group_names_replace() : m.group_names_save()}
        </button>
      </div>
    </Form>
  );
}

function Lists({ view, busy }: { view: View; busy: boolean }) {
  const any = view.types.some(({ people }) => people.length > 0);
  return (
    <Form method="post" className="panel" noValidate key={JSON.stringify(view.types)}>
      {view.types.map(({ ticketTypeId, name, needed, people }) => {
        const listed = people.filter(({ absent }) => !absent).length;
        return (
          <section key={ticketTypeId} aria-label={name}>
            <h2>
              {name} <small className="dim">{m.group_names_listed({ listed, needed })}</small>
            </h2>
            {people.length === 0 ? (
              <p className="empty">{m.group_names_empty()}</p>
            ) : (
              <TableFrame label={name}>
                <People people={people} name={name} may={view.maySave} />
              </TableFrame>
            )}
          </section>
        );
      })}
      {any && view.maySave && (
        <div className="group-actions">
          <button className="button" name="intent" value="absent" disabled={busy}>
            {m.group_names_absent_save()}
          </button>
        </div>
      )}
    </Form>
  );
}

function People({ people, name, may }: { people: View["types"][number]["people"]; name: string; may: boolean }) {
  return (
    <table className="table">
      <caption className="visually-hidden">{name}</caption>
      <thead>
        <tr>
          <th scope="col">{m.group_names_name()}</th>
          <th scope="col">{m.group_names_document()}</th>
          <th scope="col">{m.group_names_identity()}</th>
          <th scope="col">{m.group_names_absent()}</th>
        </tr>
      </thead>
      <tbody>
        {people.map((one) => (
          <tr key={one.id}>
            <th scope="row">{one.name}</th>
            <td>{documentNames[one.document]()}</td>
            <td>{one.country ? `${one.country} ${one.identity}` : one.identity}</td>
            <td>
              {may ? (
                <input
                  type="checkbox"
                  name="absent"
                  value={one.id}
                  defaultChecked={one.absent}
                  aria-label={m.group_names_absent_of({ name: one.name })}
                />
              ) : (
                one.absent && m.group_names_absent()
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
