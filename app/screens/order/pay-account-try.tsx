/** Whether the connection of a payment account is good: asked when somebody presses, since the company answers. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { payAccount, tryPayAccount } from "~/contract/order/pay-account";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";
import { permission } from "~/screens/permission.server";
import { Link } from "~/widgets/link";
import { Permitted } from "~/widgets/permitted";

/** The contract itself stays on the server. */
const list = "/paySetting/accountList";

export const meta: MetaFunction = () => [{ title: m.pay_try() }];

function idOf({ params }: LoaderFunctionArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw new Response(null, { status: 404 });
  return Number(params.id);
}

export async function loader(args: LoaderFunctionArgs) {
  const { record } = await args.context.dispatch.call(payAccount.methods.get, { id: idOf(args) });
  if (!record) throw new Response(null, { status: 404 });
  const { name, keysSetAt, keyEnd } = record;
  const keys = keysSetAt ? m.pay_keys_set_on({ at: String(keysSetAt), end: String(keyEnd ?? "") }) : "";
  return { name: String(name), keys, may: await permission(args.context, "payAccount:edit") };
}

export async function action(args: ActionFunctionArgs) {
  const tried = await attempt(args.context, () => args.context.dispatch.call(tryPayAccount, { id: idOf(args) }));
  if (!tried.ok) return data({ tried: null, notice: tried.refusal.notice }, tried.refusal.status);
  return data({ tried: tried.value, notice: null });
}

export default function PayAccountTry() {
  const { name, keys, may } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tried = answer?.tried;
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.pay_try()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      <Form method="post" className="panel">
        {tried && (
          <p className={`notice ${tried.ok ? "notice-good" : "notice-bad"}`} role={tried.ok ? "status" : "alert"}>
            {tried.ok ? m.pay_try_good() : tried.why}
          </p>
        )}
        <dl className="facts">
          <div>
            <dt>{m.pay_account()}</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>{m.pay_keys_set()}</dt>
            <dd>{keys}</dd>
          </div>
          {tried && (
            <div>
              <dt>{m.pay_notice_url()}</dt>
              <dd>{tried.noticeUrl ? <code>{tried.noticeUrl}</code> : m.pay_notice_none()}</dd>
            </div>
          )}
        </dl>
        <p>{m.pay_try_intro()}</p>
        <div className="actions">
          <Link className="button" to={list}>
            {m.pay_account_back()}
          </Link>
          <Permitted by={may}>
            <button className="button button-primary">{m.pay_try()}</button>
          </Permitted>
        </div>
      </Form>
    </div>
  );
}
