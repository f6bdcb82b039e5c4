/** Messages (`/message`): what waits, what was decided, what runs out. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { type Message, m } from "~/contract/messages";
import { messageKinds, messageList, readMessages } from "~/contract/platform/message";
import { attempt } from "~/form/submission.server";
import { pagerView, readListQuery } from "~/resource/parts/list-query.server";
import { Pager } from "~/resource/parts/pager";
import { localPath } from "~/shell/local-path";
import { Link } from "~/widgets/link";
import { kindNames } from "./kind-names";
import { MessageTabs } from "./message-tabs";

const stateNames = ["all", "unread", "read"] as const;
const states: Record<(typeof stateNames)[number], Message> = {
  all: m.home_messages_all,
  unread: m.home_messages_unread,
  read: m.home_messages_read,
};

export const meta: MetaFunction = () => [{ title: m.home_messages() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  const query = readListQuery(url, [], []);
  const state = stateNames.find((one) => one === url.searchParams.get("state")) ?? "all";
  const kind = messageKinds.find((one) => one === url.searchParams.get("kind"));
  const { pageNo, pageSize } = query.payload;
  const reply = await context.dispatch.call(messageList, { state, ...(kind && { kind }), pageNo, pageSize });
  return {
    states: stateNames.map((name) => ({
      label: states[name](),
      to: query.to({ state: name === "all" ? null : name }),
      now: name === state,
    })),
    kinds: [
      { label: m.home_messages_any_kind(), to: query.to({ kind: null }), now: !kind },
      ...messageKinds.map((name) => ({ label: kindNames[name](), to: query.to({ kind: name }), now: name === kind })),
    ],
    unread: reply.otherData.unread,
    approvals: reply.otherData.approvals,
    /** Important announcements are left out of "all". */
    markable: reply.otherData.unread > reply.otherData.unconfirmed,
    messages: reply.records.map(({ announcement, ...one }) => ({
      ...one,
      kind: kindNames[one.kind](),
      link: localPath(one.link, ""),
      isAnnouncement: announcement !== undefined,
      toConfirm: announcement?.important === true && !announcement.confirmed,
      confirmed: announcement?.confirmed === true,
    })),
    pager: pagerView({ ...reply, capped: reply.otherData.capped }, query),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const id = String(form.get("read") ?? form.get("unread") ?? "");
  const all = form.has("all");
  if (!all && !/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const which = form.has("announcement") ? { announcements: [Number(id)] } : { ids: [Number(id)] };
  const payload = all ? {} : { ...which, read: form.has("read") };
  const done = await attempt(context, () => context.dispatch.call(readMessages, payload));
  if (!done.ok) return data({ notice: done.refusal.notice }, done.refusal.status);
  return redirect(localPath(form.get("to"), context.path), 303);
}

export default function MessageList() {
  const { states, kinds, unread, markable, approvals, messages, pager } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { pathname, search } = useLocation();
  return (
    <>
      <div className="page-head">
        <h1>
          {m.home_messages()}{" "}
          {unread > 0 && <small className="badge badge-warn">{m.home_unread_n({ n: unread })}</small>}
        </h1>
        {markable && (
          <Form method="post" className="toolbar">
            <input type="hidden" name="to" value={pathname + search} />
            <button className="button" name="all" value="1">
              {m.home_read_all()}
            </button>
          </Form>
        )}
      </div>
      {answer?.notice && (
        <p className="notice notice-bad" role="alert">
          {answer.notice.message}
        </p>
      )}
      <div className="toolbar message-filters">
        <MessageTabs approvals={approvals} />
        <Choices label={m.home_messages_state()} choices={states} />
        <Choices label={m.home_messages_kind()} choices={kinds} />
      </div>
      {messages.length === 0 && <p className="empty panel">{m.home_messages_none()}</p>}
      {messages.length > 0 && (
        <ul className="messages panel">
          {messages.map((one) => (
            <li key={`${one.kind} ${one.id}`} data-unread={one.read ? undefined : ""}>
              <MessageItem {...one} back={pathname + search} />
            </li>
          ))}
        </ul>
      )}
      <Pager pager={pager} path={pathname} />
    </>
  );
}

interface Choice {
  label: string;
  to: string;
  now: boolean;
}

function Choices({ label, choices }: { label: string; choices: Choice[] }) {
  return (
    <nav className="segments" aria-label={label}>
      {choices.map((choice) => (
        <Link key={choice.to} to={choice.to} aria-current={choice.now || undefined}>
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

interface ItemProps {
  id: number;
  kind: string;
  title: string;
  body: string;
  link: string;
  at: string;
  read: boolean;
  isAnnouncement: boolean;
  toConfirm: boolean;
  confirmed: boolean;
  back: string;
}

function MessageItem({ id, kind, title, body, link, at, read, isAnnouncement, toConfirm, confirmed, back }: ItemProps) {
  return (
    <>
      <span className="badge badge-calm">{kind}</span>
      <div>
        <h2>
          {!read && <span className="visually-hidden">{m.home_messages_unread()} </span>}
          {title}
        </h2>
        {body && <p>{body}</p>}
        <time className="dim">{at}</time>
      </div>
      <div className="toolbar">
        {link && isAnnouncement && (
          <Link className={`button${toConfirm ? " button-primary" : ""}`} to={link}>
            {toConfirm ? m.announce_confirm_to() : m.home_look()}
          </Link>
        )}
        {link && !isAnnouncement && (
          <Form method="post">
            <input type="hidden" name="to" value={link} />
            <button className="button" name="read" value={id}>
              {m.home_look()}
            </button>
          </Form>
        )}
        {!toConfirm && !confirmed && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="to" value={back} />
            {isAnnouncement && <input type="hidden" name="announcement" value="1" />}
            <button className="button button-quiet" name={read ? "unread" : "read"} value={id}>
              {read ? m.home_mark_unread() : m.home_mark_read()}
            </button>
          </Form>
        )}
      </div>
    </>
  );
}
