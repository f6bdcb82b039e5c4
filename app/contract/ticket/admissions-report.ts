/** Who came in, by gate and hour: from the ledger of passages. */
import { m } from "../messages";
import { report } from "../report-kind";

export const admissionsReport = report("ticket", "admissionsReport", {
  title: m.fun_report_admissions,
  path: "/statistics/admissions",
  fun: "reportAdmissions",
  groups: {
    hour: { label: m.report_by_hour, kind: "hour", into: "gate" },
    gate: { label: m.report_by_gate, kind: "named", choose: true, into: "hour" },
    day: { label: m.report_by_day, kind: "day", into: "hour" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    weekday: { label: m.report_by_weekday, kind: "weekday", into: "hour" },
    type: { label: m.report_by_ticket_type, kind: "named", choose: true, into: "hour" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "gate" },
    passage: { label: m.report_by_passage, kind: "document", page: "/manage/passageList/{key}" },
  },
  measures: {
    in: { label: m.report_in, kind: "count", chart: true },
    passages: { label: m.report_passages, kind: "count" },
    refused: { label: m.report_refused, kind: "count" },
    out: { label: m.report_out, kind: "count", quiet: true },
  },
  main: "in",
  into: "passage",
  period: "yesterday",
  chart: "bar",
  about: m.report_about_admissions,
});
