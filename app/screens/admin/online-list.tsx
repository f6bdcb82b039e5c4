/** Who is signed in (`/corp/onlineList`), and signing somebody out: asked first. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { z } from "zod";
import { deviceName } from "~/auth/device-name";
import { m } from "~/contract/messages";
import { onlineList, type onlineSession, sessionEnd } from "~/contract/platform/online";
import { attempt, done, typedOf } from "~/form/submission.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery } from "~/resource/parts/list-query.server";
import type { AskView, ListView, Row } from "~/resource/parts/view";
import { mayPress } from "~/screens/rights.server";

type Session = z.output<typeof onlineSession>;

export const meta: MetaFunction = () => [{ title: m.org_online() }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const url = new URL(request.url);
  const filters: FilterSpec[] = [
    { name: "account", label: m.org_online_who(), kind: "text" },
    { name: "ip", label: m.org_online_address(), kind: "text" },
  ];
  const query = readListQuery(url, filters, []);
  const reply = await context.dispatch.call(onlineList, query.payload);
  const mayEnd = mayPress(context, "session:end");
  const asked = reply.records.find(
    ({ id }) => url.searchParams.get("ask") === "end" && String(id) === url.searchParams.get("id"),
  );
  const to = `${query.here}${query.here.includes("?") ? "&" : "?"}ask=end&id={id}`;
  const end = [{ intent: "end", label: m.org_online_end(), to }];
  return {
    title: m.org_online(),
    path: "/corp/onlineList",
    create: null,
    filters: filterInputs(filters, query, {}),
    filtered: query.filtered,
    columns: [
      { label: m.admin_account() },
      { label: m.org_name() },
      { label: m.admin_department() },
      { label: m.status() },
      { label: m.org_online_device() },
      { label: m.org_online_address() },
      { label: m.org_online_park() },
      { label: m.org_online_since() },
      { label: m.org_online_seen() },
    ],
    rows: reply.records.map((one) => ({ ...rowOf(one), commands: mayEnd && !one.current && !one.above ? end : [] })),
    ask: mayEnd && asked ? askOf(asked, query.here) : undefined,
    pager: pagerView({ ...reply, capped: reply.otherData.capped }, query),
  };
}

const deviceOf = ({ userAgent }: Session) => deviceName(userAgent) || m.auth_me_device_unknown();

function rowOf(one: Session): Row {
  const state = one.current ? m.org_online_this() : one.locked ? m.org_online_screen_locked() : m.org_online_on();
  return {
    id: one.id,
    cells: [
      one.accName,
      one.name,
      one.deptName,
      { state: one.locked ? "waiting" : "T", label: state },
      deviceOf(one),
      one.ip,
      one.park || m.org_all_parks(),
      one.since,
      one.seen,
    ],
  };
}

function askOf(one: Session, cancel: string): AskView {
  return {
    question: m.org_online_ask({ name: one.name, device: deviceOf(one) }),
    label: m.org_online_end(),
    danger: true,
    cancel,
    fields: [["end", String(one.id)]],
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { end = "" } = typedOf(await request.formData());
  if (!/^[1-9]\d{0,14}$/.test(end)) throw new Response(null, { status: 400 });
  const tried = await attempt(context, () => context.dispatch.call(sessionEnd, { id: Number(end) }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  const back = new URL(context.path, "http://list");
  for (const name of ["ask", "id"]) back.searchParams.delete(name);
  return done(context, back.pathname + back.search, "userSignedOut");
}

export default function OnlineList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
