/** How much of the quotas was used, day by day. */
import { m } from "../messages";
import { report } from "../report-kind";

export const quotaReport = report("ticket", "quotaReport", {
  title: m.fun_report_quota_use,
  path: "/statistics/quotaUse",
  fun: "reportQuotaUse",
  groups: {
    pool: { label: m.report_by_pool, kind: "named", choose: true, into: "day" },
    day: { label: m.report_by_visit_day, kind: "day", into: "pool" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    weekday: { label: m.report_by_weekday, kind: "weekday", into: "pool" },
    slot: { label: m.report_by_slot, kind: "named", choose: true, into: "day" },
  },
  measures: {
    total: { label: m.report_quota_total, kind: "count", chart: true },
    sold: { label: m.report_quota_sold, kind: "count", chart: true },
    held: { label: m.report_quota_held, kind: "count", quiet: true },
    left: { label: m.report_quota_left, kind: "count" },
    use: { label: m.report_quota_use, kind: "share" },
  },
  main: "sold",
  into: "day",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_quota,
});
