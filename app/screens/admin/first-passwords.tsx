/** First passwords (`/corp/userManage/firstPasswords`) of accounts that have none that anybody knows: made, and shown once. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { operator, operatorFirstPasswords, operatorsWithoutPassword } from "~/contract/platform/operator";
import { headOffice } from "~/contract/wire";
import { FormNotice } from "~/form/form-notice";
import { attempt, noticeOfRefusal } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { PasswordTable } from "~/widgets/password-table";
import { Permitted } from "~/widgets/permitted";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";

export async function loader({ context }: LoaderFunctionArgs) {
  const { count, accounts } = await context.dispatch.call(operatorsWithoutPassword, {});
  return { count, accounts, back: operator.path, may: await permission(context, "operator:reset") };
}

const idText = /^[1-9]\d{0,14}$/;

/** The answer to the post is the page that shows them: no address leads back to the passwords. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const ids = form.getAll("id").flatMap((id) => (idText.test(String(id)) ? [Number(id)] : []));
  const corpCode = context.user?.corpCode ?? "";
  const where = { signIn: `${context.origin}/login`, corpCode: corpCode === headOffice ? "" : corpCode };
  const refuse = (text: string, status: number) =>
    data({ notice: { title: "", message: text }, made: null, ...where }, status);
  if (ids.length === 0) return refuse(m.org_first_passwords_none_chosen(), 422);
  const pressed = await attempt(context, () => context.dispatch.call(operatorFirstPasswords, { ids }));
  if (!pressed.ok)
    return data({ notice: noticeOfRefusal(pressed.refusal), made: null, ...where }, pressed.refusal.status);
  const made = pressed.value.made.map(({ roles, ...one }) => ({ ...one, role: roles }));
  if (made.length === 0) return refuse(m.org_first_passwords_told(), 409);
  return data({ notice: null, made, ...where });
}

export const meta: MetaFunction = () => [{ title: m.org_first_passwords() }];

export default function FirstPasswords() {
  const { back } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.org_first_passwords()}</h1>
        <div className="toolbar no-print">
          <Link className="button" to={back}>
            {m.org_operator()}
          </Link>
        </div>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer?.made && <Made {...answer} made={answer.made} />}
      <Waiting />
    </div>
  );
}

interface MadeProps {
  made: Parameters<typeof PasswordTable>[0]["made"];
  signIn: string;
  corpCode: string;
}

function Made({ made, signIn, corpCode }: MadeProps) {
  return (
    <section className="panel">
      <p className="notice notice-good" role="status">
        <strong>{m.org_first_passwords_made({ n: made.length })}</strong> {m.startup_staff_once()}
      </p>
      <dl className="facts">
        <div>
          <dt>{m.startup_staff_sign_in()}</dt>
          <dd>{signIn}</dd>
        </div>
        {corpCode !== "" && (
          <div>
            <dt>{m.tenant_code()}</dt>
            <dd>{corpCode}</dd>
          </div>
        )}
      </dl>
      <PasswordTable made={made} />
      <div className="actions no-print">
        <PrintButton />
      </div>
    </section>
  );
}

/** Ticked at first: usually all of a file are handed out together. */
function Waiting() {
  const { count, accounts, may } = useLoaderData<typeof loader>();
  if (accounts.length === 0)
    return (
      <section className="panel no-print">
        <p className="dim">{m.org_first_passwords_none()}</p>
      </section>
    );
  const some = count > accounts.length ? m.org_first_passwords_some({ n: accounts.length, count }) : "";
  return (
    <Form method="post" className="panel no-print" reloadDocument>
      <p>
        {m.org_first_passwords_help()} {some}
      </p>
      <TableFrame label={m.org_first_passwords_waiting()}>
        <table className="table">
          <caption className="visually-hidden">{m.org_first_passwords_waiting()}</caption>
          <thead>
            <tr>
              <th scope="col">{m.org_first_passwords_choose()}</th>
              <th scope="col">{m.admin_account()}</th>
              <th scope="col">{m.org_name()}</th>
              <th scope="col">{m.admin_role()}</th>
              <th scope="col">{m.admin_department()}</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map(({ id, accName, name, roles, department }) => (
              <tr key={id}>
                <td>
                  <input type="checkbox" name="id" value={id} defaultChecked aria-label={accName} />
                </td>
                <th scope="row">{accName}</th>
                <td>{name}</td>
                <td>{roles}</td>
                <td>{department}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      <div className="actions">
        <Permitted by={may}>
          <button className="button button-primary">{m.org_first_passwords_make()}</button>
        </Permitted>
      </div>
    </Form>
  );
}
