/** Tables of who sells to the trade: regions, salesmen, targets, heads; and of price groups and guides. */
import { date, pgTable, primaryKey } from "drizzle-orm/pg-core";
import { departmentHead as declaredHead } from "~/contract/travel/department-head";
import { guide as declaredGuide } from "~/contract/travel/guide";
import { travelPriceGroup as declaredGroup } from "~/contract/travel/price-group";
import { salesRegion as declaredRegion } from "~/contract/travel/region";
import { salesman as declaredSalesman, salesTarget as declaredTarget } from "~/contract/travel/salesman";
import { tradePrice as declaredPrice } from "~/contract/travel/trade-price";
import { bigintColumn } from "../../kernel/bigint-column";
import { checks, ownCorp } from "../../kernel/columns";
import { linesTable } from "../../kernel/lines-table";
import { resourceTable } from "../../kernel/resource-table";

export const salesRegion = resourceTable(declaredRegion, "sales_region");
export const salesman = resourceTable(declaredSalesman, "salesman", {}, ["(status = 'left') = (left_day is not null)"]);
export const salesTarget = resourceTable(declaredTarget, "sales_target", {}, [String.raw`month ~ '^\d{4}-\d{2}$'`]);
export const departmentHead = resourceTable(declaredHead, "department_head");
export const travelPriceGroup = resourceTable(declaredGroup, "travel_price_group");
export const travelPrice = resourceTable(declaredPrice, "travel_price", {}, [
  "start_day <= end_day",
  "(layer = 'type') = (agency_type is not null)",
  "(layer = 'group') = (price_group_id is not null)",
  "(layer = 'agency') = (agency_id is not null)",
]);
export const guide = resourceTable(declaredGuide, "guide", {}, [
  "(status = 'suspended') = (suspended_for is not null)",
]);
export const guideAgency = linesTable("guide_agency", declaredGuide.fields.agencies, guide);

export const travelOrder = pgTable(
  "travel_order",
  {
    corpCode: ownCorp(),
    orderId: bigintColumn("order_id").notNull(),
    agencyId: bigintColumn("agency_id"),
    guideId: bigintColumn("guide_id"),
    salesmanId: bigintColumn("salesman_id"),
    regionId: bigintColumn("region_id"),
    visitDay: date("visit_day", { mode: "string" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.corpCode, t.orderId] }), ...checks("num_nonnulls(agency_id, guide_id) > 0")],
);
