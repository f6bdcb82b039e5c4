/** What the corps of a group took and let in: of the leading corp, over its members; of head office, over all tenants. */
import { m } from "../messages";
import { report } from "../report-kind";

export const groupReport = report("platform", "groupReport", {
  title: m.fun_group_report,
  path: "/statistics/group",
  fun: "groupReport",
  groups: {
    corp: { label: m.corp_group_by_corp, kind: "named", choose: true, into: "day" },
    day: { label: m.report_by_day, kind: "day", into: "corp" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
  },
  measures: {
    taken: { label: m.corp_group_taken, kind: "money" },
    givenBack: { label: m.corp_group_given_back, kind: "money" },
    net: { label: m.report_net_takings, kind: "money", chart: true },
    payments: { label: m.corp_group_payments, kind: "count" },
    admitted: { label: m.corp_group_admitted, kind: "count" },
  },
  main: "net",
  into: "corp",
  period: "thisMonth",
  chart: "bar",
  about: m.corp_group_about,
});
