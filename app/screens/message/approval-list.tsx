/** What waits for another person (`/message/approvals`): decided here, or taken back by who asked. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { type ApprovalRow, approvalDecide, approvalList, approvalWithdraw } from "~/contract/platform/approval";
import { textOf } from "~/contract/validators";
import { type Attempt, attempt, done } from "~/form/submission.server";
import { pagerView, readListQuery } from "~/resource/parts/list-query.server";
import { Pager } from "~/resource/parts/pager";
import { localPath } from "~/shell/local-path";
import { Link } from "~/widgets/link";
import { MessageTabs } from "./message-tabs";

export const handle = { menu: "/message" };
export const meta: MetaFunction = () => [{ title: m.approvals_title() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const query = readListQuery(url, [], []);
  const state = url.searchParams.get("state") === "settled" ? "settled" : "waiting";
  const { pageNo, pageSize } = query.payload;
  const reply = await context.dispatch.call(approvalList, { state, pageNo, pageSize });
  return {
    settled: state === "settled",
    waiting: reply.otherData.waiting,
    states: [
      { label: m.approvals_waiting(), to: query.to({ state: null }), now: state === "waiting" },
      { label: m.approvals_settled(), to: query.to({ state: "settled" }), now: state === "settled" },
    ],
    requests: reply.records.map((one) => ({
      ...one,
      amountText: one.amount > 0 ? `¥${formatYuan(one.amount)}` : "",
      link: localPath(one.link, ""),
      outcome: outcomeOf(one),
    })),
    pager: pagerView({ ...reply, capped: reply.otherData.capped }, query),
  };
}

/** How it ended, in words; "" while it waits. */
function outcomeOf({ state, decidedBy: name, decidedAt: at }: ApprovalRow): string {
  switch (state) {
    case "waiting":
      return "";
    case "approved":
      return m.approvals_state_approved({ name, at });
    case "rejected":
      return m.approvals_state_rejected({ name, at });
    case "withdrawn":
      return m.approvals_state_withdrawn({ name, at });
    case "expired":
      return m.approvals_state_expired();
  }
}

const intents = ["approve", "reject", "withdraw"] as const;

/** `approve=<id>`, `reject=<id>` with `remark`, or `withdraw=<id>`. */
export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const intent = intents.find((name) => form.has(name));
  const id = String(form.get(intent ?? "") ?? "");
  if (!intent || !/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const typed = String(form.get("remark") ?? "").slice(0, 500);
  const remark = textOf(200).safeParse(typed);
  const refused = { id: Number(id), typed, errors: {}, notice: null };
  if (!remark.success)
    return data({ ...refused, errors: { remark: [remark.error.issues[0]?.message ?? m.v_invalid()] } }, 422);
  const tried: Attempt<{ id: number; notice?: string | undefined }> = await attempt(context, () =>
    intent === "withdraw"
      ? context.dispatch.call(approvalWithdraw, { id: Number(id) })
      : context.dispatch.call(approvalDecide, { id: Number(id), decision: intent, remark: remark.data }),
  );
  if (!tried.ok) {
    const { errors, notice, status } = tried.refusal;
    return data({ ...refused, errors, notice }, status);
  }
  const said = {
    approve: m.approvals_done_approved,
    reject: m.approvals_done_rejected,
    withdraw: m.approvals_done_withdrawn,
  };
  return done(context, context.path, { text: tried.value.notice ?? said[intent]() });
}

export default function ApprovalList() {
  const { settled, waiting, states, requests, pager } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname } = useLocation();
  return (
    <>
      <div className="page-head">
        <h1>
          {m.approvals_title()}{" "}
          {waiting > 0 && <small className="badge badge-warn">{m.approvals_n({ n: waiting })}</small>}
        </h1>
      </div>
      {answer?.notice && (
        <p className="notice notice-bad" role="alert">
          {answer.notice.message}
        </p>
      )}
      <div className="toolbar message-filters">
        <MessageTabs approvals={waiting} />
        <nav className="segments" aria-label={m.home_messages_state()}>
          {states.map(({ label, to, now }) => (
            <Link key={to} to={to} aria-current={now || undefined}>
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {requests.length === 0 && (
        <p className="empty panel">{settled ? m.approvals_none_settled() : m.approvals_none()}</p>
      )}
      {requests.length > 0 && (
        <ul className="messages approvals panel">
          {requests.map((request) => (
            <li key={request.id}>
              <Request request={request} refused={answer?.id === request.id ? answer : null} />
            </li>
          ))}
        </ul>
      )}
      <Pager pager={pager} path={pathname} />
    </>
  );
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>["requests"][number];
type Refused = ReturnType<typeof useActionData<typeof action>>;

function Request({ request, refused }: { request: Shown; refused: Refused | null }) {
  const { what, amountText, reason, link, outcome, remark } = request;
  return (
    <>
      <div>
        <h2>
          {link ? <Link to={link}>{what}</Link> : what} {amountText && <strong className="num">{amountText}</strong>}
        </h2>
        {reason && <p>{reason}</p>}
        <p className="dim">
          {m.approvals_asked({ name: request.askedBy || m.timeline_system(), at: request.askedAt })}
          {outcome === "" && ` · ${m.approvals_expires({ at: request.expiresAt })}`}
        </p>
        {outcome && <p>{outcome}</p>}
        {remark && <p className="dim">{remark}</p>}
        {outcome === "" && request.own && <p className="dim">{m.approvals_own_waits()}</p>}
      </div>
      {outcome === "" && <Controls request={request} refused={refused ?? null} />}
    </>
  );
}

/** Rejecting asks for the reason; without scripts in the same place. */
function Controls({ request: { id, what, own, mayDecide }, refused }: { request: Shown; refused: Refused | null }) {
  const wrong = refused?.errors && "remark" in refused.errors ? refused.errors.remark?.[0] : undefined;
  const field = `remark-${id}`;
  return (
    <div className="toolbar">
      {mayDecide && (
        <>
          <Form method="post" preventScrollReset>
            <button
              className="button button-primary"
              name="approve"
              value={id}
              aria-label={`${m.approvals_approve()} ${what}`}
            >
              {m.approvals_approve()}
            </button>
          </Form>
          <details className="approval-reject" open={wrong !== undefined || undefined}>
            <summary className="button">{m.approvals_reject()}</summary>
            <Form method="post" preventScrollReset className="field" noValidate>
              <label htmlFor={field}>{m.approvals_remark()}</label>
              <input
                className="input"
                id={field}
                name="remark"
                maxLength={200}
                required
                defaultValue={refused?.typed ?? ""}
                aria-invalid={wrong ? true : undefined}
                aria-describedby={wrong ? `${field}-error` : undefined}
              />
              {wrong && (
                <p className="field-error" id={`${field}-error`}>
                  {wrong}
                </p>
              )}
              <button
                className="button button-danger"
                name="reject"
                value={id}
                aria-label={m.approvals_reject_title({ what })}
              >
                {m.approvals_reject()}
              </button>
            </Form>
          </details>
        </>
      )}
      {own && (
        <Form method="post" preventScrollReset>
          <button className="button" name="withdraw" value={id} aria-label={`${m.approvals_withdraw()} ${what}`}>
            {m.approvals_withdraw()}
          </button>
        </Form>
      )}
    </div>
  );
}
