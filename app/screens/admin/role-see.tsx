/** Before the console is looked at as a role sees it (`/sysRole/list/7/see`): what that means, and the button. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { role, roleSee } from "~/contract/platform/role";
import { seeingMinutes } from "~/contract/platform/seeing";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import { idIn } from "~/screens/query.server";
import { mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (!mayPress(context, "role:see")) throw new Response(null, { status: 403 });
  const id = idIn(params);
  const { record } = await context.dispatch.call(role.methods.get, { id });
  if (!record) throw new Response(null, { status: 404 });
  return { title: m.role_see_title({ name: String(record.name) }), back: `${role.path}/${id}` };
}

export async function action({ params, context }: ActionFunctionArgs) {
  const begun = await attempt(context, () => context.dispatch.call(roleSee, { id: idIn(params) }));
  if (!begun.ok) return data({ notice: begun.refusal.notice }, begun.refusal.status);
  return redirect("/index", 303);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

export default function RoleSee() {
  const { title, back } = useLoaderData<typeof loader>();
  const answered = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{title}</h1>
      </header>
      <FormNotice notice={answered?.notice} />
      {/* Every page that is open is another's from then on: the document comes anew. */}
      <Form method="post" className="panel" reloadDocument>
        <p>{m.role_see_text({ n: seeingMinutes })}</p>
        <div className="actions">
          <button className="button button-primary">{m.role_see_start()}</button>
          <Link className="button" to={back}>
            {m.engine_cancel()}
          </Link>
        </div>
      </Form>
    </div>
  );
}
