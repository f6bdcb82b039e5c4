/** Quota pools (`/ticket/quotaList`). */
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { quotaPoolList, quotaPoolSetStatus } from "~/contract/ticket/quota";
import { attempt, done, typedOf } from "~/form/submission.server";
import { remembered } from "~/resource/list-memory.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";
import { mayPress } from "~/screens/rights.server";
import { stateCells } from "./policy-choices.server";

const path = "/ticket/quotaList";

export const meta: MetaFunction = () => [{ title: m.quota_title() }];

export const loader = (args: LoaderFunctionArgs) => remembered(args, listOf(args));

async function listOf({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "name", label: m.name(), kind: "text" },
    { name: "status", label: m.status(), kind: "choice" },
  ];
  const query = readListQuery(new URL(request.url), filters, ["id", "name"]);
  const reply = await context.dispatch.call(quotaPoolList, query.payload);
  const { options, capped } = reply.otherData;
  const links = [
    { to: `${path}/{id}`, label: m.engine_view() },
    ...(mayPress(context, "quota:edit") ? [{ to: `${path}/{id}/edit`, label: m.engine_edit() }] : []),
  ];
  const suspends = mayPress(context, "quota:suspend");
  const suspend = [{ intent: "F", label: m.engine_suspend() }];
  const resume = [{ intent: "T", label: m.engine_resume() }];
  const states = stateCells(options.status);
  return {
    title: m.quota_title(),
    path,
    create: mayPress(context, "quota:add") ? `${path}/new` : null,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      { label: m.name(), link: `${path}/{id}`, sort: sortOf("name", m.name(), query) },
      { label: m.quota_types() },
      { label: m.quota_daily_total(), numeric: true },
      { label: m.quota_by_slot() },
      { label: m.status() },
    ],
    rows: reply.records.map((pool) => ({
      id: pool.id,
      cells: [
        pool.name,
        pool.ticketTypeNames,
        String(pool.dailyTotal),
        pool.bySlot ? m.engine_yes() : m.engine_no(),
        states[pool.status] ?? pool.status,
      ],
      links,
      commands: suspends ? (pool.status === "T" ? suspend : resume) : undefined,
    })),
    pager: pagerView({ ...reply, capped }, query),
  };
}

/** `T=<id>` resumes, `F=<id>` suspends. */
export async function action({ request, context }: ActionFunctionArgs) {
  const typed = typedOf(await request.formData());
  const status = "F" in typed ? "F" : "T";
  const id = typed[status] ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw new Response(null, { status: 400 });
  const tried = await attempt(context, () => context.dispatch.call(quotaPoolSetStatus, { id: Number(id), status }));
  if (!tried.ok) return data({ notice: tried.refusal.notice }, tried.refusal.status);
  return done(context, context.path, status === "F" ? "suspended" : "resumed");
}

export default function QuotaList() {
  const answer = useActionData<typeof action>();
  return <ListFrame view={useLoaderData<typeof loader>()} notice={answer?.notice} />;
}
