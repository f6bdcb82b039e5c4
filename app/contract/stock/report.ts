/** What came into stock and went out of it, and what it was worth. */
import { m } from "../messages";
import { report } from "../report-kind";
import { stockValueLedger } from "./stock-ledger";

export const stockReport = report("manage", "stockReport", {
  title: m.fun_report_stock,
  path: "/statistics/stock",
  fun: "reportStock",
  groups: {
    item: { label: m.report_by_item, kind: "named", choose: true, into: "kind" },
    store: { label: m.report_by_store, kind: "named", choose: true, into: "item" },
    kind: {
      ...{ label: m.report_by_movement, kind: "dictionary", dictionary: stockValueLedger.kindsCode },
      ...{ choose: true, into: "item" },
    },
    day: { label: m.report_by_day, kind: "day", into: "item" },
    month: { label: m.report_by_month, kind: "month", into: "item" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "store" },
  },
  measures: {
    came: { label: m.report_stock_in, kind: "count" },
    went: { label: m.report_stock_out, kind: "count" },
    cameValue: { label: m.report_stock_in_value, kind: "money", chart: true },
    wentValue: { label: m.report_stock_out_value, kind: "money", chart: true },
    netValue: { label: m.report_stock_net_value, kind: "money" },
  },
  main: "cameValue",
  into: "kind",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_stock,
});
