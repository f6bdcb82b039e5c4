/** Exports that come by themselves (`/exports/plans`): the caller's own. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { exportPlanRemove, exportPlans } from "~/contract/platform/export-plan";
import { FormNotice } from "~/form/form-notice";
import { attempt, done } from "~/form/submission.server";
import { Link } from "~/widgets/link";
import { TableFrame } from "~/widgets/table-frame";
import { rhythmLabel } from "./load-export.server";

const path = "/exports/plans";

export const meta: MetaFunction = () => [{ title: m.jobs_plan_title() }];

export async function loader({ context }: LoaderFunctionArgs) {
  const { plans } = await context.dispatch.call(exportPlans, {});
  return { plans: plans.map((plan) => ({ ...plan, rhythm: rhythmLabel(plan.rhythm) })) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const id = Number((await request.formData()).get("id"));
  if (!Number.isSafeInteger(id) || id < 1) throw new Response(null, { status: 404 });
  const removed = await attempt(context, () => context.dispatch.call(exportPlanRemove, { id }), m.error_remove_title());
  if (!removed.ok) return data({ notice: removed.refusal.notice }, removed.refusal.status);
  return done(context, path, { text: m.jobs_plan_removed() });
}

export default function ExportPlans() {
  const { plans } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>() as { notice: { title: string; message: string } | null } | undefined;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.jobs_plan_title()}</h1>
      </header>
      <p className="dim">{m.jobs_plan_lead()}</p>
      <FormNotice notice={answer?.notice} />
      {plans.length === 0 ? (
        <p className="panel empty">{m.jobs_plan_none()}</p>
      ) : (
        <section className="panel">
          <TableFrame label={m.jobs_plan_title()}>
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">{m.jobs_plan_list()}</th>
                  <th scope="col">{m.jobs_plan_rhythm()}</th>
                  <th scope="col">{m.jobs_plan_format()}</th>
                  <th scope="col">{m.jobs_plan_filters()}</th>
                  <th scope="col">{m.jobs_plan_next()}</th>
                  <th scope="col">{m.jobs_plan_last()}</th>
                  <th scope="col" />
                </tr>
              </thead>
              <tbody>
                {plans.map((plan) => (
                  <tr key={plan.id}>
                    <td>{plan.title}</td>
                    <td>
                      {plan.byMail
                        ? m.jobs_plan_rhythm_by_mail({ rhythm: plan.rhythm })
                        : plan.store
                          ? m.jobs_plan_rhythm_to_store({ rhythm: plan.rhythm, name: plan.store })
                          : plan.rhythm}
                    </td>
                    <td>{plan.format}</td>
                    <td>
                      {plan.changed
                        ? m.jobs_plan_changed_only({ n: plan.filters })
                        : m.jobs_plan_n_filters({ n: plan.filters })}
                    </td>
                    <td>{plan.stopped === "" ? plan.nextDay : m.jobs_plan_is_stopped({ why: plan.stopped })}</td>
                    <td>{plan.lastJobId !== null && <Link to={`/exports/${plan.lastJobId}`}>{plan.lastAt}</Link>}</td>
                    <td>
                      <Form method="post">
                        <input type="hidden" name="id" value={plan.id} />
                        <button className="link" aria-label={m.jobs_plan_remove_of({ title: plan.title })}>
                          {m.jobs_plan_remove()}
                        </button>
                      </Form>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableFrame>
        </section>
      )}
    </div>
  );
}
