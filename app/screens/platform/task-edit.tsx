/** The time at which a scheduled task runs (`/schedule/taskList/:id/edit`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { m } from "~/contract/messages";
import { scheduleGet, scheduleSave } from "~/contract/platform/job";
import { requiredText } from "~/contract/validators";
import { Field } from "~/form/field";
import { FormNotice } from "~/form/form-notice";
import { attempt, done, readForm } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { Link } from "~/widgets/link";

const list = "/schedule/taskList";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export async function loader(args: LoaderFunctionArgs) {
  const { name, cron, rowVersion } = await args.context.dispatch.call(scheduleGet, { id: idIn(args.params) });
  const typed = args.context.takeDraft();
  return { title: m.jobs_edit_title({ name }), cron: typed?.cron ?? cron, rowVersion };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const id = idIn(args.params);
  const schema = z.object({ cron: requiredText(60), rowVersion: z.coerce.number().int().min(0).max(1e9).optional() });
  const form = readForm(await request.formData(), schema, { coerce: false });
  if (!form.ok) return data({ errors: form.errors, typed: form.typed, notice: null }, 422);
  const { cron, rowVersion } = form.value;
  const saved = await attempt(context, () =>
    context.dispatch.call(scheduleSave, { id, cron, ...(rowVersion !== undefined && { rowVersion }) }),
  );
  if (saved.ok) return done(context, list, "saved");
  const { errors, notice, status } = saved.refusal;
  return data({ errors, typed: form.typed, notice }, status);
}

export default function TaskEdit() {
  const { title, cron, rowVersion } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <Form method="post" className="panel" noValidate>
        <input type="hidden" name="rowVersion" value={answer?.typed.rowVersion ?? rowVersion} />
        <div className="form-grid">
          <Field name="cron" label={m.jobs_cron()} help={m.jobs_cron_help()} errors={answer?.errors.cron} required>
            <input
              className="input"
              defaultValue={answer?.typed.cron ?? cron}
              maxLength={60}
              autoComplete="off"
              required
              autoFocus
            />
          </Field>
        </div>
        <div className="actions">
          <button className="button button-primary">{m.engine_save()}</button>
          <Link className="button" to={list}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
