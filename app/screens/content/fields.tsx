/** What an item says in the further fields of its type (`/cms/model/item/7/fields`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { contentFields, contentFieldsSave } from "~/contract/content/fields";
import { contentItem } from "~/contract/content/item";
import type { FieldErrors } from "~/contract/errors";
import { m } from "~/contract/messages";
import { DayInput } from "~/form/day-input";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, type Typed, typedOf } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

export const handle = { menu: "/cms/model/item" };

/** How a browser helps with each kind; what is wrong all the same the backend says. */
const inputs = {
  text: { type: "text", maxLength: 200 },
  number: { type: "text", inputMode: "decimal", maxLength: 20 },
} as const;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const id = idIn(params);
  const { title, model, rowVersion, fields } = await context.dispatch.call(contentFields, { id });
  const kept: Typed = Object.fromEntries(fields.map((one) => [`f${one.id}`, one.value]));
  return {
    ...{ id, model, fields, heading: m.content_fields_of({ title }) },
    typed: context.takeDraft() ?? { ...kept, rowVersion: String(rowVersion) },
    save: await permission(context, contentItem.buttons.edit),
  };
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const id = idIn(params);
  const typed = typedOf(await request.formData());
  const values = Object.entries(typed).flatMap(([name, value]) =>
    /^f[1-9]\d{0,14}$/.test(name) ? [{ id: Number(name.slice(1)), value }] : [],
  );
  const rowVersion = /^\d{1,9}$/.test(typed.rowVersion ?? "") ? { rowVersion: Number(typed.rowVersion) } : {};
  const saved = await attempt(
    context,
    () => context.dispatch.call(contentFieldsSave, { id, values, ...rowVersion }),
    m.error_save_title(),
  );
  if (saved.ok) return done(context, `${contentItem.path}/${id}`, "saved");
  const { errors, notice, status } = saved.refusal;
  return data({ typed, errors, notice }, status);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.heading ?? "" }];

export default function ContentFields() {
  const view = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  const { typed, errors }: { typed: Typed; errors: FieldErrors } = answered ?? { typed: view.typed, errors: {} };
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.heading}</h1>
      </header>
      <FormNotice notice={answered?.notice} errors={errors} />
      <Form method="post" className="panel" noValidate>
        <input type="hidden" name="rowVersion" value={typed.rowVersion ?? ""} />
        {view.fields.length === 0 && <p className="empty">{m.content_fields_none({ model: view.model })}</p>}
        <div className="form-grid">
          {view.fields.map(({ id, label, kind, required }) => (
            <Field key={id} name={`f${id}`} label={label} errors={errors[`f${id}`]} required={required}>
              {kind === "date" ? (
                <DayInput className="input" defaultValue={typed[`f${id}`] ?? ""} />
              ) : (
                <input className="input" {...inputs[kind]} autoComplete="off" defaultValue={typed[`f${id}`]} />
              )}
            </Field>
          ))}
        </div>
        <div className="actions">
          {view.fields.length > 0 && (
            <Permitted by={view.save}>
              <button className="button button-primary">{m.engine_save()}</button>
            </Permitted>
          )}
          <Link className="button" to={`/cms/model/item/${view.id}`}>
            {m.content_back()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
