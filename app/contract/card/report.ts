/** Season cards: what they brought, and how often they were used. */
import { m } from "../messages";
import { report } from "../report-kind";

export const cardReport = report("seasonCard", "cardReport", {
  title: m.fun_report_cards,
  path: "/statistics/cards",
  fun: "reportCards",
  groups: {
    type: { label: m.report_by_card_type, kind: "named", choose: true, into: "charge" },
    charge: { label: m.report_by_card_charge, kind: "named", into: "card" },
    day: { label: m.report_by_day, kind: "day", into: "type" },
    month: { label: m.report_by_month, kind: "month", into: "type" },
    gate: { label: m.report_by_gate, kind: "named", into: "type" },
    card: { label: m.report_by_card, kind: "document", page: "/seasonCard/seasonCardList/{key}" },
  },
  measures: {
    cards: { label: m.report_cards_sold, kind: "count" },
    renewed: { label: m.report_cards_renewed, kind: "count", quiet: true },
    cancelled: { label: m.report_cards_cancelled, kind: "count", quiet: true },
    sold: { label: m.report_sold, kind: "money", chart: true },
    refunded: { label: m.report_refunded, kind: "money", quiet: true },
    net: { label: m.report_net, kind: "money", chart: true },
    visits: { label: m.report_cards_visits, kind: "count" },
    staffVisits: { label: m.report_cards_staff_visits, kind: "count", quiet: true },
  },
  main: "net",
  into: "card",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_cards,
});
