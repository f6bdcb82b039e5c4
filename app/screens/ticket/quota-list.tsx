/** Quota pools (`/ticket/quotaList`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { quotaPoolList } from "~/contract/ticket/quota";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";
import { mayPress } from "~/screens/rights.server";
import { stateCells } from "./policy-choices.server";

const path = "/ticket/quotaList";

export const meta: MetaFunction = () => [{ title: m.quota_title() }];

export async function loader({ request, context }: LoaderFunctionArgs): Promise<ListView> {
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
    })),
    pager: pagerView({ ...reply, capped }, query),
  };
}

export default function QuotaList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
