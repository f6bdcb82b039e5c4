/** An operator's year on one page: money, guests and cars, month by month, beside the year before. */
import { m } from "../messages";
import { report } from "../report-kind";

export const yearReport = report("report", "yearReport", {
  title: m.fun_report_year,
  path: "/statistics/year",
  fun: "reportYear",
  groups: {
    month: { label: m.report_by_month, kind: "month", into: "day" },
    weekday: { label: m.report_by_weekday, kind: "weekday", into: "day" },
    day: { label: m.report_by_day, kind: "day", into: "park" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "month" },
  },
  measures: {
    orders: { label: m.report_orders, kind: "count" },
    pieces: { label: m.report_pieces, kind: "count" },
    sold: { label: m.report_sold, kind: "money" },
    refunded: { label: m.report_refunded, kind: "money" },
    changed: { label: m.report_changed, kind: "money", quiet: true },
    net: { label: m.report_net, kind: "money", chart: true },
    parking: { label: m.report_year_parking, kind: "money", chart: true, quiet: true },
    income: { label: m.report_year_income, kind: "money" },
    guests: { label: m.report_in, kind: "count" },
    cars: { label: m.report_parking_in, kind: "count", quiet: true },
  },
  main: "income",
  into: "day",
  period: "thisYear",
  chart: "bar",
  about: m.report_about_year,
});
