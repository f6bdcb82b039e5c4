/** Issued tickets (`/ticket/issuedList`). */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import { issuedTicketList } from "~/contract/ticket/issued";
import { remembered } from "~/resource/list-memory.server";
import { ListFrame } from "~/resource/parts/list-frame";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";

export const meta: MetaFunction = () => [{ title: m.issued_title() }];

export const loader = (args: LoaderFunctionArgs) => remembered(args, listOf(args));

async function listOf({ request, context }: LoaderFunctionArgs): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "ticketNo", label: m.sale_ticket_no(), kind: "text" },
    { name: "orderNo", label: m.order_no(), kind: "text" },
    { name: "state", label: m.sale_state(), kind: "choice" },
    { name: "visitDay", label: m.order_visit_day(), kind: "days" },
  ];
  const query = readListQuery(new URL(request.url), filters, ["id", "visitDay"]);
  const reply = await context.dispatch.call(issuedTicketList, query.payload);
  const { options, capped } = reply.otherData;
  const stateLabel = (state: string) => options.state?.find((option) => option.value === state)?.label ?? state;
  return {
    title: m.issued_title(),
    path: "/ticket/issuedList",
    create: null,
    exportTo: `/ticket/issuedList/export${new URL(query.here, request.url).search}`,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      { label: m.sale_ticket_no() },
      { label: m.sale_ticket() },
      { label: m.issued_park() },
      { label: m.sale_state() },
      { label: m.order_visit_day(), sort: sortOf("visitDay", m.order_visit_day(), query) },
      { label: m.issued_price(), numeric: true },
      { label: m.issued_used(), numeric: true },
      { label: m.sale_holder() },
      { label: m.issued_at() },
    ],
    rows: reply.records.map((ticket) => ({
      id: ticket.id,
      cells: [
        { to: `/ticketLogDetail?ticketNo=${ticket.ticketNo}`, text: ticket.ticketNo },
        ticket.ticketTypeName,
        ticket.parkName,
        { state: ticket.state, label: stateLabel(ticket.state) },
        [ticket.visitDay, ticket.slot].filter(Boolean).join(" "),
        formatYuan(ticket.price),
        `${ticket.used}/${ticket.admissions}`,
        [ticket.holderName, ticket.holderIdentity].filter(Boolean).join(" "),
        ticket.issuedAt,
      ],
    })),
    pager: pagerView({ ...reply, capped }, query),
  };
}

export default function IssuedList() {
  return <ListFrame view={useLoaderData<typeof loader>()} />;
}
