/** How full the sessions were. */
import { m } from "../messages";
import { report } from "../report-kind";

export const occupancyReport = report("cinema", "occupancyReport", {
  title: m.fun_report_occupancy,
  path: "/statistics/occupancy",
  fun: "reportOccupancy",
  groups: {
    show: { label: m.report_by_show, kind: "named", choose: true, into: "session" },
    hall: { label: m.report_by_hall, kind: "named", choose: true, into: "session" },
    day: { label: m.report_by_play_day, kind: "day", into: "session" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    weekday: { label: m.report_by_weekday, kind: "weekday", into: "show" },
    hour: { label: m.report_by_hour, kind: "hour", into: "show" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "show" },
    session: { label: m.report_by_session, kind: "document", page: "/theatre/sessionList/{key}" },
  },
  measures: {
    sessions: { label: m.report_sessions, kind: "count" },
    places: { label: m.report_places, kind: "count", chart: true },
    sold: { label: m.report_places_sold, kind: "count", chart: true },
    checked: { label: m.report_places_checked, kind: "count" },
    occupancy: { label: m.report_occupancy, kind: "share" },
    value: { label: m.report_places_value, kind: "money" },
  },
  main: "sold",
  into: "session",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_occupancy,
});
