/** One command on one row of any resource; which one, the path tells. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useNavigation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { FieldInput } from "./fields/field-input";
import { type CommandView, doCommand, loadCommand } from "./load-command.server";
import { useResourceForm } from "./parts/use-resource-form";

export const loader = (args: LoaderFunctionArgs) => loadCommand(args);
export const action = (args: ActionFunctionArgs) => doCommand(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function ResourceCommand() {
  const { view: shown, errors, version, handlers } = useResourceForm();
  const view = shown as CommandView;
  const busy = useNavigation().state !== "idle";
  const hydrated = useHydrated();
  const wrong = view.inputs.find(({ name }) => Object.keys(errors).some((key) => key.startsWith(name)))?.name;
  return (
    <div className="page command-page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice notice={view.notice} errors={wrong && !view.notice ? { "": [m.engine_check_errors()] } : errors} />
      <Form method="post" className="panel" noValidate={hydrated} aria-busy={busy} {...handlers}>
        {view.why !== "" && (
          <p className="notice notice-warn" id="why-not">
            {view.why}
          </p>
        )}
        {view.why === "" && view.inputs.length === 0 && <p>{view.question}</p>}
        <input type="hidden" name="rowVersion" value={view.rowVersion ?? ""} />
        <input type="hidden" name="key" value={view.key} />
        {view.kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {view.why === "" && view.inputs.length > 0 && (
          <div className="form-grid" key={version}>
            {view.inputs.map((input, index) => (
              <FieldInput
                key={input.name}
                input={input}
                errors={errors}
                autoFocus={input.name === (view.focus || wrong) || (index === 0 && !wrong && !view.focus)}
              />
            ))}
          </div>
        )}
        <div className="actions">
          <button
            className="button button-primary"
            disabled={busy || view.why !== ""}
            aria-describedby={view.why === "" ? undefined : "why-not"}
          >
            {view.label}
          </button>
          <Link className="button" to={view.back}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
