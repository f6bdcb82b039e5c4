/** The form of any resource, new or existing; which one, the path tells. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, type ShouldRevalidateFunction, useNavigation } from "@remix-run/react";
import { Fragment } from "react";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { FieldInput } from "./fields/field-input";
import { type FormView, loadForm, saveForm } from "./load-form.server";
import { FormConflict } from "./parts/form-conflict";
import { SearchPanel } from "./parts/search-panel";
import { useResourceForm } from "./parts/use-resource-form";

export const loader = (args: LoaderFunctionArgs) => loadForm(args);
export const action = (args: ActionFunctionArgs) => saveForm(args);

/** Of a row that is gone there is nothing to load: what was typed stays. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus, defaultShouldRevalidate }) =>
  actionStatus === 410 ? false : defaultShouldRevalidate;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

const formId = "resource-form";

export default function ResourceForm() {
  const { view, errors, version, handlers } = useResourceForm();
  const busy = useNavigation().state !== "idle";
  const hydrated = useHydrated();
  const wrong = view.inputs.find(({ name }) => Object.keys(errors).some((key) => isOf(name, key)))?.name;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice notice={view.notice} errors={wrong && !view.notice ? { "": [m.engine_check_errors()] } : errors} />
      {view.impact && <p className="notice notice-warn">{view.impact}</p>}
      {view.conflict && <FormConflict conflict={view.conflict} form={formId} />}
      <Form
        method="post"
        id={formId}
        className="panel"
        noValidate={hydrated}
        aria-busy={busy}
        {...(view.gone?.saveAs && { action: view.gone.saveAs })}
        {...(view.inputs.some(({ uploads }) => uploads) && { encType: "multipart/form-data" as const })}
        {...handlers}
      >
        {/* Enter presses the first button: it saves, whatever other buttons stand between the fields. */}
        <button
          className="visually-hidden"
          tabIndex={-1}
          aria-hidden="true"
          disabled={busy}
          // What a scanner has read is taken before anything else is filled in; the server checks what is saved.
          formNoValidate={view.inputs.some(({ lines }) => lines?.scan)}
          {...(view.search && { name: "intent", value: `search:${view.search.input}`, formNoValidate: true })}
        />
        {view.rowVersion !== null && <input type="hidden" name="rowVersion" value={view.rowVersion} />}
        {view.kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {view.search ? (
          <SearchPanel search={view.search} />
        ) : (
          <Fields view={view} errors={errors} wrong={wrong} version={version} />
        )}
      </Form>
    </div>
  );
}

interface FieldsProps {
  view: FormView;
  errors: FieldErrors;
  /** Name of the first wrong field. */
  wrong: string | undefined;
  version: string;
}

function Fields({ view, errors, wrong, version }: FieldsProps) {
  const busy = useNavigation().state !== "idle";
  const hydrated = useHydrated();
  return (
    <>
      <div className="form-grid" key={version}>
        {view.inputs.map((input, index) => {
          const autoFocus = input.name === (view.focus || wrong) || (index === 0 && !wrong && !view.focus);
          return (
            <Fragment key={input.name}>
              {input.section && <h2 className="wide form-section">{input.section}</h2>}
              <FieldInput input={input} errors={errors} autoFocus={autoFocus} focus={view.focus} />
            </Fragment>
          );
        })}
      </div>
      <div className="actions">
        {view.gone?.saveAs !== null && (
          <button className="button button-primary" disabled={busy}>
            {busy ? m.engine_saving() : view.gone ? m.forms_save_as_new() : m.engine_save()}
          </button>
        )}
        {!hydrated && view.inputs.some(({ refreshes }) => refreshes) && (
          <button className="button" name="intent" value="refresh" formNoValidate>
            {m.forms_refresh()}
          </button>
        )}
        <Link className="button" to={view.back}>
          {m.engine_cancel()}
        </Link>
      </div>
    </>
  );
}

/** An error of a field, or of an input within it. */
function isOf(name: string, key: string): boolean {
  return key === name || key === `scan.${name}` || key.startsWith(`${name}[`);
}
