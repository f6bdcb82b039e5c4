/** Reports of the travel trade: what agencies bought, and how their accounts moved. */
import { m } from "../messages";
import { report } from "../report-kind";
import { agencyLedger } from "./account";

export const agencySalesReport = report("manage", "agencySalesReport", {
  title: m.fun_report_sales_by_agency,
  path: "/statistics/salesByAgency",
  fun: "reportSalesByAgency",
  groups: {
    agency: { label: m.report_by_agency, kind: "named", choose: true, into: "product" },
    salesman: { label: m.report_by_salesman, kind: "named", choose: true, into: "agency" },
    region: { label: m.report_by_region, kind: "named", choose: true, into: "agency" },
    guide: { label: m.report_by_guide, kind: "named", into: "order" },
    product: { label: m.report_by_product, kind: "named", choose: true },
    day: { label: m.report_by_day, kind: "day", into: "agency" },
    month: { label: m.report_by_month, kind: "month", into: "agency" },
    park: { label: m.report_by_park, kind: "park", choose: true, into: "agency" },
    order: { label: m.report_by_order, kind: "document", page: "/offlineOrderDetail?id={key}" },
  },
  measures: {
    orders: { label: m.report_orders, kind: "count" },
    pieces: { label: m.report_pieces, kind: "count" },
    returned: { label: m.report_returned, kind: "count", quiet: true },
    sold: { label: m.report_sold, kind: "money", chart: true },
    refunded: { label: m.report_refunded, kind: "money" },
    changed: { label: m.report_changed, kind: "money", quiet: true },
    net: { label: m.report_net, kind: "money", chart: true },
    fee: { label: m.report_fee, kind: "money", quiet: true },
  },
  main: "net",
  into: "order",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_agency_sales,
});

export const agencySettlementReport = report("manage", "agencySettlementReport", {
  title: m.fun_report_agency_settlement,
  path: "/statistics/agencySettlement",
  fun: "reportAgencySettlement",
  groups: {
    agency: { label: m.report_by_agency, kind: "named", choose: true, into: "kind" },
    kind: {
      ...{ label: m.report_by_movement, kind: "dictionary", dictionary: agencyLedger.kindsCode },
      ...{ choose: true, into: "movement" },
    },
    day: { label: m.report_by_day, kind: "day", into: "agency" },
    month: { label: m.report_by_month, kind: "month", into: "agency" },
    movement: { label: m.report_by_row, kind: "document", page: `${agencyLedger.rows.path}/{key}` },
  },
  measures: {
    paidIn: { label: m.report_agency_paid_in, kind: "money", chart: true },
    spent: { label: m.report_agency_spent, kind: "money", chart: true },
    rebate: { label: m.report_agency_rebate, kind: "money", quiet: true },
    repaid: { label: m.report_agency_repaid, kind: "money", quiet: true },
    lost: { label: m.report_agency_lost, kind: "money", quiet: true },
    prepaid: { label: m.report_agency_prepaid, kind: "money" },
    used: { label: m.report_agency_used, kind: "money" },
    deposit: { label: m.report_agency_deposit, kind: "money", quiet: true },
  },
  main: "spent",
  into: "movement",
  period: "thisMonth",
  chart: "bar",
  about: m.report_about_agency_settlement,
});
