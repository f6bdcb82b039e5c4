/** Price groups: agencies of a group pay its prices, above those of their type. */
import { code, dictionary, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

export const travelPriceGroup = resource("manage", "travelPriceGroup", {
  title: m.trade_price_group,
  listTitle: m.fun_travel_price_group,
  path: "/travel/travelPriceGroup",
  fun: "travelPriceGroup",
  nameField: "name",
  status: "status",
  importable: true,
  defaultSort: { field: "id", order: "asc" },
  links: [{ label: m.fun_agency_list, to: "/travel/agencyList?priceGroupId={id}" }],
  tools: [{ label: m.trade_why, to: "/travelInfo/travelTypePrice/why" }],
  fields: {
    code: code({
      label: m.code,
      required: true,
      max: 20,
      createOnly: true,
      list: true,
      filter: "contains",
      sort: true,
    }),
    name: text({ label: m.name, required: true, max: 40, unique: true, list: true, filter: "contains", sort: true }),
    remark: text({ label: m.remark, max: 200, list: true }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});
