/** Price policies (`/ticket/pricePolicyList`): which price holds when, and the highest priority wins. */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { pricePolicyList, pricePolicySetStatus } from "~/contract/ticket/price";
import { attempt, done, typedOf } from "~/form/submission.server";
import { remembered } from "~/resource/list-memory.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView, Row } from "~/resource/parts/view";
import { mayOpen, mayPress } from "~/screens/rights.server";
import { Link } from "~/widgets/link";
import { labelIn, stateCells } from "./policy-choices.server";
import { weekdaysText } from "./weekdays";

export const meta: MetaFunction = () => [{ title: m.policy_title() }];

export async function loader(args: LoaderFunctionArgs) {
  return { view: await remembered(args, policies(args)), calendar: mayOpen(args.context, "priceCalendar") };
}

async function policies({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "name", label: m.name(), kind: "text" },
    { name: "ticketTypeId", label: m.ticket_type(), kind: "choice" },
    { name: "channel", label: m.policy_channel(), kind: "choice" },
    { name: "customerGroup", label: m.policy_group(), kind: "choice" },
    { name: "status", label: m.status(), kind: "choice" },
  ];
  const query = readListQuery(new URL(request.url), filters, ["id", "name", "startDay", "price", "priority"]);
  const reply = await context.dispatch.call(pricePolicyList, query.payload);
  const { options, capped } = reply.otherData;
  const sorted = (name: string, label: string) => ({ label, sort: sortOf(name, label, query) });
  const [edits, removes, suspends] = ["edit", "remove", "suspend"].map((verb) =>
    mayPress(context, `pricePolicy:${verb}`),
  );
  const links = [
    ...(edits ? [{ to: "/pricePolicyAdd?id={id}", label: m.engine_edit() }] : []),
    ...(removes ? [{ to: "/ticket/pricePolicyList/{id}/remove", label: m.engine_remove(), danger: true }] : []),
  ];
  const suspend = [{ intent: "F", label: m.engine_suspend() }];
  const resume = [{ intent: "T", label: m.engine_resume() }];
  const states = stateCells(options.status);
  return {
    title: m.policy_title(),
    path: "/ticket/pricePolicyList",
    create: mayPress(context, "pricePolicy:add") ? "/pricePolicyAdd" : null,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      sorted("name", m.name()),
      { label: m.ticket_type() },
      { label: m.policy_channel() },
      { label: m.policy_group() },
      sorted("startDay", m.policy_days()),
      { label: m.policy_weekdays() },
      { label: m.policy_holidays() },
      { ...sorted("price", m.policy_price()), numeric: true },
      { ...sorted("priority", m.policy_priority()), numeric: true },
      { label: m.status() },
    ],
    rows: reply.records.map((policy): Row => {
      return {
        id: policy.id,
        cells: [
          policy.name,
          [policy.ticketTypeName, policy.slot].filter(Boolean).join(" "),
          policy.channel === "any" ? m.policy_any_channel() : labelIn(options.channel, policy.channel),
          labelIn(options.customerGroup, policy.customerGroup),
          policy.startDay === policy.endDay ? policy.startDay : `${policy.startDay} – ${policy.endDay}`,
          weekdaysText(policy.weekdays),
          labelIn(options.holidays, policy.holidays),
          formatYuan(policy.price),
          String(policy.priority),
          states[policy.status] ?? policy.status,
        ],
        links,
        commands: suspends ? (policy.status === "T" ? suspend : resume) : undefined,
      };
    }),
    pager: pagerView({ ...reply, capped }, query),
  };
}

/** `T=<id>` resumes, `F=<id>` suspends. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const status = "F" in typed ? "F" : "T";
  const id = typed[status] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const tried = await attempt(context, () => context.dispatch.call(pricePolicySetStatus, { id: Number(id), status }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, status === "F" ? "suspended" : "resumed");
}

export default function PricePolicyList() {
  const { view, calendar } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const tools = calendar && (
    <Link className="button" to="/ticket/priceCalendar">
      {m.policy_calendar()}
    </Link>
  );
  return <ListFrame view={view} notice={answer?.notice} tools={tools} />;
}
