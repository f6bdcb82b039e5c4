/** Bringing in rows from a file: the template, and the file itself; nothing is written before one has seen the check. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { importFormats } from "~/contract/import-formats";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { formatDate } from "~/widgets/format-date";
import { Link } from "~/widgets/link";
import { FileInput } from "~/widgets/upload/file-input";
import { type ImportStartView, loadStart, start } from "./load-import.server";
import { ImportBadge } from "./parts/import-badge";

export const loader = (args: LoaderFunctionArgs) => loadStart(args);
export const action = (args: ActionFunctionArgs) => start(args);
export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceImport() {
  const loaded = useLoaderData<typeof loader>();
  const view = (useActionData<typeof action>() as ImportStartView | undefined) ?? loaded;
  const busy = useNavigation().state !== "idle";
  return (
    <div className="page import-page">
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar">
          <Link className="button" to={view.back}>
            {m.imports_to_list()}
          </Link>
        </div>
      </header>
      <FormNotice notice={view.notice} />
      <section className="panel">
        <h2>{m.imports_step_template()}</h2>
        <p className="dim">{m.imports_template_help()}</p>
        <div className="actions">
          <a className="button" href={`${view.path}/template`} download>
            {m.imports_template_xlsx()}
          </a>
          <a className="button" href={`${view.path}/template?format=csv`} download>
            {m.imports_template_csv()}
          </a>
        </div>
      </section>
      <Form method="post" encType="multipart/form-data" className="panel" aria-busy={busy} reloadDocument>
        <h2>{m.imports_step_upload()}</h2>
        <input type="hidden" name="key" value={view.key} />
        <FileInput
          name="file"
          label={m.imports_file()}
          accept="file"
          only={importFormats}
          most={1}
          files={view.files}
          help={view.help}
          error={view.errors.file?.[0]}
          required
        />
        {view.keyLabel !== null && <Existing keyLabel={view.keyLabel} existing={view.existing} />}
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {m.imports_check()}
          </button>
        </div>
      </Form>
      {view.latest && <Latest latest={view.latest} />}
    </div>
  );
}

/** What a line is whose key a row has already. */
function Existing({ keyLabel, existing }: { keyLabel: string; existing: ImportStartView["existing"] }) {
  const choices = [
    ["refuse", m.imports_existing_refuse],
    ["change", m.imports_existing_change],
  ] as const;
  return (
    <fieldset className="export-choices" aria-describedby="import-existing">
      <legend>{m.imports_existing({ label: keyLabel })}</legend>
      {choices.map(([value, text]) => (
        <label key={value}>
          <input type="radio" name="existing" value={value} defaultChecked={existing === value} />{" "}
          {text({ label: keyLabel })}
        </label>
      ))}
      <p className="field-help" id="import-existing">
        {m.imports_existing_help()}
      </p>
    </fieldset>
  );
}

function Latest({ latest: { to, fileName, state, createdAt } }: { latest: NonNullable<ImportStartView["latest"]> }) {
  return (
    <section className="panel">
      <h2>{m.imports_latest()}</h2>
      <p>
        {fileName} <ImportBadge state={state} /> <span className="dim">{formatDate(createdAt)}</span>
      </p>
      <div className="actions">
        <Link className="button" to={to}>
          {m.imports_open()}
        </Link>
      </div>
    </section>
  );
}
