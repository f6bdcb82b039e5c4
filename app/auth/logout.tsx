/** Signing out: a page that asks first (specification 8), and the action that does it. */
import { type ActionFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form } from "@remix-run/react";
import { isDispatchError } from "~/contract/errors";
import { m } from "~/contract/messages";
import { logout } from "~/contract/platform/session";
import { Link } from "~/widgets/link";

/** The cookie is cleared whatever the backend says: who asks to leave, leaves. */
export async function action({ context }: ActionFunctionArgs) {
  if (context.session.signedIn) {
    try {
      await context.dispatch.call(logout, {}, { silent: true });
    } catch (error) {
      if (!isDispatchError(error)) throw error;
      console.warn(`sign-out not told to the backend: ${error.failure.kind}`);
    }
  }
  context.session.signOut();
  context.session.flash("signedOut");
  // Spec 4.1: to /index, from where the guard leads to the sign-in.
  return redirect("/index", { status: 303 });
}

export const meta: MetaFunction = () => [{ title: m.shell_sign_out() }];

export default function Logout() {
  return (
    <main className="main main-alone">
      <section className="panel question" aria-labelledby="question">
        <h1 id="question">{m.shell_sign_out_question()}</h1>
        <Form method="post" reloadDocument className="actions">
          <Link className="button" to="/index">
            {m.shell_cancel()}
          </Link>
          <button className="button button-primary" type="submit">
            {m.shell_confirm()}
          </button>
        </Form>
      </section>
    </main>
  );
}
