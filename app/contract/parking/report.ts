/** Cars and their money. */
import { m } from "../messages";
import { report } from "../report-kind";

export const parkingReport = report("place", "parkingReport", {
  title: m.fun_report_parking,
  path: "/statistics/parking",
  fun: "reportParking",
  groups: {
    day: { label: m.report_by_day, kind: "day", into: "lot" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    hour: { label: m.report_by_hour, kind: "hour", into: "lot" },
    lot: { label: m.report_by_lot, kind: "named", choose: true, into: "day" },
    type: { label: m.report_by_payment_type, kind: "dictionary", dictionary: "paymentType", choose: true, into: "lot" },
    vehicle: {
      label: m.report_by_vehicle,
      kind: "dictionary",
      dictionary: "parkingVehicle",
      choose: true,
      into: "lot",
    },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "lot" },
    stay: { label: m.report_by_stay, kind: "document", page: "/parking/recordList/{key}" },
  },
  measures: {
    entered: { label: m.report_parking_in, kind: "count" },
    left: { label: m.report_parking_out, kind: "count" },
    fees: { label: m.report_parking_fees, kind: "money", chart: true },
    passes: { label: m.report_parking_passes, kind: "money", chart: true },
    taken: { label: m.report_net_takings, kind: "money" },
    waived: { label: m.report_parking_waived, kind: "money", quiet: true },
  },
  main: "taken",
  into: "stay",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_parking,
});
