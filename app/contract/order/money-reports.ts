/** Reports of money that came in and went back: refunds, and takings by payment type. */
import { m } from "../messages";
import { report } from "../report-kind";

const orderPage = "/offlineOrderDetail?id={key}";

export const refundsReport = report("order", "refundsReport", {
  title: m.fun_report_refunds,
  path: "/statistics/refunds",
  fun: "reportRefunds",
  groups: {
    day: { label: m.report_by_day, kind: "day", into: "order" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    product: { label: m.report_by_product, kind: "named", choose: true },
    channel: { label: m.report_by_channel, kind: "dictionary", dictionary: "saleChannel", choose: true },
    reason: { label: m.report_by_reason, kind: "named" },
    asker: { label: m.report_by_asker, kind: "named", choose: true },
    decider: { label: m.report_by_decider, kind: "named" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "product" },
    order: { label: m.report_by_order, kind: "document", page: orderPage },
  },
  measures: {
    refunds: { label: m.report_refund_count, kind: "count" },
    pieces: { label: m.report_refund_pieces, kind: "count" },
    price: { label: m.report_refund_price, kind: "money" },
    fee: { label: m.report_refund_fee, kind: "money" },
    refunded: { label: m.report_refund_amount, kind: "money", chart: true },
  },
  main: "refunded",
  into: "order",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_refunds,
});

export const takingsReport = report("order", "takingsReport", {
  title: m.report_takings,
  path: "/statistics/takings",
  fun: "reportPayments",
  groups: {
    type: { label: m.report_by_payment_type, kind: "dictionary", dictionary: "paymentType", choose: true, into: "day" },
    day: { label: m.report_by_day, kind: "day", into: "type" },
    month: { label: m.report_by_month, kind: "month", into: "day" },
    hour: { label: m.report_by_hour, kind: "hour" },
    channel: { label: m.report_by_channel, kind: "dictionary", dictionary: "saleChannel", choose: true, into: "type" },
    person: { label: m.report_by_person, kind: "named", choose: true, into: "type" },
    order: { label: m.report_by_order, kind: "document", page: orderPage },
  },
  measures: {
    payments: { label: m.report_payment_count, kind: "count" },
    taken: { label: m.report_taken, kind: "money", chart: true },
    givenBack: { label: m.report_given_back, kind: "money" },
    corrected: { label: m.report_corrected, kind: "money", quiet: true },
    net: { label: m.report_net_takings, kind: "money", chart: true },
  },
  main: "net",
  into: "order",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_takings,
});
