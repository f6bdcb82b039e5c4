/** Regions in which salesmen work, on a tree. */
import { number, text, tree } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const salesRegion = resource("manage", "salesRegion", {
  title: m.trade_region,
  listTitle: m.trade_regions,
  path: "/regionalPlan/regions",
  fun: "regionalPlan",
  nameField: "name",
  importable: true,
  defaultSort: { field: "sort", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 40, unique: true, list: true, filter: "contains", sort: true }),
    parentId: tree("salesRegion", { label: m.trade_region_above, list: true, filter: "equals" }),
    sort: number({ label: m.trade_region_sort, required: true, default: 10, max: 9999, list: true, sort: true }),
    remark: text({ label: m.remark, max: 200, list: true }),
  },
});
