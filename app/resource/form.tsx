/** The form of any resource, new or existing; which one, the path tells. */
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Link, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { FieldInput } from "./fields/field-input";
import { type FormView, type InputView, loadForm, saveForm } from "./load-form.server";
import { FormConflict } from "./parts/form-conflict";

export const loader = (args: LoaderFunctionArgs) => loadForm(args);
export const action = (args: ActionFunctionArgs) => saveForm(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

const formId = "resource-form";

interface Props {
  /** Fields that a screen draws itself, by name; what they post is its action's to read. */
  own?: Record<string, (input: InputView, error: string | undefined) => ReactNode>;
}

export default function ResourceForm({ own = {} }: Props) {
  const loaded = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const view: FormView = answered ?? loaded;
  const busy = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answered) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [answered]);

  const wrong = view.inputs.find(({ name }) => view.errors[name])?.name;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
      </header>
      <FormNotice
        notice={view.notice}
        errors={wrong && !view.notice ? { "": [m.engine_check_errors()] } : view.errors}
      />
      {view.conflict && <FormConflict conflict={view.conflict} form={formId} />}
      <Form method="post" id={formId} ref={form} className="panel" noValidate aria-busy={busy}>
        {view.rowVersion !== null && <input type="hidden" name="rowVersion" value={view.rowVersion} />}
        {/* Another version of the row: inputs start from its values. */}
        <div className="form-grid" key={view.rowVersion}>
          {view.inputs.map((input, index) => {
            const error = view.errors[input.name]?.[0];
            const draw = own[input.name];
            if (draw) return <Fragment key={input.name}>{draw(input, error)}</Fragment>;
            const autoFocus = wrong ? input.name === wrong : index === 0;
            return <FieldInput key={input.name} input={input} error={error} autoFocus={autoFocus} />;
          })}
        </div>
        <div className="actions">
          <button className="button button-primary" disabled={busy}>
            {busy ? m.engine_saving() : m.engine_save()}
          </button>
          <Link className="button" to={view.back} discover="none">
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
