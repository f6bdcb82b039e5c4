/** Price policies as a list: which price holds when, and the highest priority wins. */
import { date, dictionary, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";
import { weekdaysText } from "./weekdays";

/** Also filtered by `holidays`, `startDay` and `endDay`. Read one, save and remove are methods of price.ts. */
export const pricePolicy = resource("ticket", "pricePolicy", {
  title: m.policy_one,
  listTitle: m.policy_title,
  path: "/ticket/pricePolicyList",
  fun: "pricePolicyList",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  pages: {
    create: "/pricePolicyAdd",
    edit: "/pricePolicyAdd?id={id}",
    remove: "/ticket/pricePolicyList/{id}/remove",
  },
  fields: {
    name: text({ label: m.name, required: true, list: true, filter: "contains", sort: true }),
    ticketTypeName: text({ label: m.ticket_type, list: true, beside: ["slot"] }),
    ticketTypeId: reference("ticketType", { label: m.ticket_type, required: true, list: "answer", filter: "equals" }),
    slot: text({ label: m.sale_slot, list: "file" }),
    channel: dictionary("saleChannel", { label: m.policy_channel, list: true, filter: "equals" }),
    customerGroup: dictionary("customerGroup", { label: m.policy_group, list: true, filter: "equals" }),
    startDay: date({
      ...{
        label: m.policy_start_day,
        required: true,
        heading: m.policy_days,
        list: true,
        filter: "between",
        search: false,
        sort: true,
      },
      ...{ beside: ["endDay"], apart: " – " },
    }),
    endDay: date({ label: m.policy_end_day, required: true, list: "file", filter: "between", search: false }),
    weekdays: text({ label: m.policy_weekdays, list: true, words: (days) => weekdaysText(String(days)) }),
    holidays: dictionary("holidayRule", { label: m.policy_holidays, list: true, filter: "equals", search: false }),
    price: money({ label: m.policy_price, required: true, list: true, sort: true }),
    priority: number({ label: m.policy_priority, required: true, default: 0, list: true, sort: true }),
    status: dictionary("enableStatus", { label: m.status, required: true, default: "T", list: true, filter: "equals" }),
  },
});
