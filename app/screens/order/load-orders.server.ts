/** The lists of orders: one view of three methods. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { networkOrderList } from "~/contract/order/order";
import { remembered } from "~/resource/list-memory.server";
import { type FilterSpec, filterInputs, pagerView, readListQuery, sortOf } from "~/resource/parts/list-query.server";
import type { ListView } from "~/resource/parts/view";

/** The three methods take and answer the same. */
type OrderMethod = typeof networkOrderList;

interface OrderList {
  title: string;
  path: string;
  /** The page of one order. */
  detail: string;
  method: OrderMethod;
}

const sorts = ["id", "visitDay", "createdAt", "payable"];

export function loadOrders(args: LoaderFunctionArgs, list: OrderList): Promise<ListView> {
  return remembered(args, ordersOf(args, list));
}

async function ordersOf(
  { request, context }: LoaderFunctionArgs,
  { title, path, detail, method }: OrderList,
): Promise<ListView> {
  const filters: FilterSpec[] = [
    { name: "orderNo", label: m.order_no(), kind: "text" },
    { name: "state", label: m.order_state(), kind: "choice" },
    { name: "channel", label: m.order_channel(), kind: "choice" },
    { name: "contactMobile", label: m.order_mobile(), kind: "text" },
    { name: "visitDay", label: m.order_visit_day(), kind: "days" },
  ];
  const query = readListQuery(new URL(request.url), filters, sorts);
  const reply = await context.dispatch.call(method, query.payload);
  const { options, capped } = reply.otherData;
  const label = (field: string, value: string) =>
    options[field]?.find((option) => option.value === value)?.label ?? value;
  const sorted = (name: string, text: string) => ({ label: text, sort: sortOf(name, text, query) });
  return {
    title,
    path,
    create: null,
    exportTo: `${path}/export${new URL(query.here, request.url).search}`,
    filters: filterInputs(filters, query, options),
    filtered: query.filtered,
    columns: [
      { label: m.order_no() },
      { label: m.order_state() },
      { label: m.order_channel() },
      sorted("visitDay", m.order_visit_day()),
      { label: m.order_quantity(), numeric: true },
      { ...sorted("payable", m.order_payable()), numeric: true },
      { label: m.order_refunded(), numeric: true },
      { label: m.order_contact() },
      { label: m.order_seller() },
      sorted("createdAt", m.order_created()),
    ],
    rows: reply.records.map((order) => ({
      id: order.id,
      cells: [
        { to: `${detail}?id=${order.id}`, text: order.orderNo },
        { state: order.state, label: label("state", order.state) },
        label("channel", order.channel),
        order.visitDay,
        String(order.quantity),
        formatYuan(order.payable),
        order.refunded > 0 ? formatYuan(order.refunded) : "",
        [order.contactName, order.contactMobile].filter(Boolean).join(" "),
        [order.sellerName, order.posName].filter(Boolean).join(" · "),
        order.createdAt,
      ],
    })),
    pager: pagerView({ ...reply, capped }, query),
  };
}
