/** Reports of what was sold: one set of facts, opened at the group that each is called by. */
import { m } from "../messages";
import { type ReportGroup, type ReportMeasure, report } from "../report-kind";

const measures = {
  orders: { label: m.report_orders, kind: "count" },
  pieces: { label: m.report_pieces, kind: "count" },
  returned: { label: m.report_returned, kind: "count", quiet: true },
  discount: { label: m.report_discount, kind: "money", quiet: true },
  sold: { label: m.report_sold, kind: "money", chart: true },
  refunded: { label: m.report_refunded, kind: "money" },
  changed: { label: m.report_changed, kind: "money", quiet: true },
  net: { label: m.report_net, kind: "money", chart: true },
  fee: { label: m.report_fee, kind: "money", quiet: true },
} as const satisfies Record<string, ReportMeasure>;

const groups = {
  day: { label: m.report_by_day, kind: "day", into: "product" },
  month: { label: m.report_by_month, kind: "month", into: "day" },
  weekday: { label: m.report_by_weekday, kind: "weekday" },
  hour: { label: m.report_by_hour, kind: "hour" },
  product: { label: m.report_by_product, kind: "named", choose: true },
  channel: { label: m.report_by_channel, kind: "dictionary", dictionary: "saleChannel", choose: true, into: "product" },
  pos: { label: m.report_by_pos, kind: "named", choose: true },
  seller: { label: m.report_by_seller, kind: "named", choose: true },
  park: { label: m.report_by_park, kind: "park", choose: true, into: "product" },
  order: { label: m.report_by_order, kind: "document", page: "/offlineOrderDetail?id={key}" },
} as const satisfies Record<string, ReportGroup>;

type Group = keyof typeof groups;

/** The same groups, with one of them first. */
const first = <G extends Group>(group: G) => ({ [group]: groups[group], ...groups }) as typeof groups;

const common = {
  measures,
  main: "net",
  into: "order",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_sales,
} as const;

export const salesByDay = report("order", "salesByDay", {
  ...common,
  title: m.fun_report_sales_by_day,
  path: "/statistics/salesByDay",
  fun: "reportSalesByDay",
  groups,
});

export const salesByTicketType = report("order", "salesByTicketType", {
  ...common,
  title: m.fun_report_sales_by_ticket_type,
  path: "/statistics/salesByTicketType",
  fun: "reportSalesByTicketType",
  groups: first("product"),
});

export const salesByChannel = report("order", "salesByChannel", {
  ...common,
  title: m.fun_report_sales_by_channel,
  path: "/statistics/salesByChannel",
  fun: "reportSalesByChannel",
  groups: first("channel"),
});

export const salesByPos = report("order", "salesByPos", {
  ...common,
  title: m.fun_report_sales_by_pos,
  path: "/statistics/salesByPos",
  fun: "reportSalesByPos",
  groups: first("pos"),
});

export const salesBySeller = report("order", "salesBySeller", {
  ...common,
  title: m.fun_report_sales_by_seller,
  path: "/statistics/salesBySeller",
  fun: "reportSalesBySeller",
  groups: first("seller"),
});

export const salesReports = [salesByDay, salesByTicketType, salesByChannel, salesByPos, salesBySeller];
