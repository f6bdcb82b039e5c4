/** `/qynkLogin`: into the farm-tourism system, in a window of its own (specification 2.6). */
import { type ActionFunctionArgs, data, type HeadersFunction, type MetaFunction } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { qynkLogin } from "~/contract/platform/auth-code";
import { FormNotice } from "~/form/form-notice";
import { attempt } from "~/form/submission.server";

/** Any account may try; whether its corp is connected, the call says. */
export const handle = { permission: "own" };
export const meta: MetaFunction = () => [{ title: m.frames_qynk() }];

/**
 * A form may post to this console alone, redirects included, so the browser goes on by a header of the answer. The code in
 * the address is good for a minute, once.
 */
export async function action({ context }: ActionFunctionArgs) {
  const { user } = context;
  if (!user) throw new Response(null, { status: 401 });
  const called = await attempt(context, () =>
    context.dispatch.call(qynkLogin, { corpCode: user.corpCode, userName: user.accName }),
  );
  if (!called.ok) return data({ url: null, notice: called.refusal.notice }, called.refusal.status);
  const url = webAddress(called.value);
  if (!url) return data({ url, notice: { title: m.error_open_title(), message: m.frames_no_farm() } }, 502);
  return data({ url, notice: null }, { headers: { refresh: `0;url=${url}` } });
}

/** What a dispatch API answers is not followed blindly. */
function webAddress(answer: string): string | null {
  const url = URL.canParse(answer) ? new URL(answer) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders;

export default function FarmLogin() {
  const answer = useActionData<typeof action>();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.frames_qynk()}</h1>
      </header>
      <FormNotice notice={answer?.notice} />
      {answer?.url ? (
        <p className="panel">
          <a className="button button-primary" href={answer.url} rel="noreferrer">
            {m.frames_farm_go_on()}
          </a>
        </p>
      ) : (
        <Form method="post" reloadDocument target="_blank" rel="noopener" className="panel">
          <p>{m.frames_farm_help()}</p>
          <div className="actions">
            <button className="button button-primary">{m.frames_farm_open()}</button>
          </div>
        </Form>
      )}
    </div>
  );
}
