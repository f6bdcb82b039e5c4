/** Which payment types a till offers and in which order (`/paySetting/index`), by channel and point of sale. */
import { dictionary, lines, reference, text } from "../field-kinds";
import { menuEntries } from "../menu-entry";
import { m } from "../messages";
import { resource } from "../resource";

/** The nearest one holds: of a till before that of its channel, and either before the one for all. None: all types are taken. */
export const paySetting = resource("order", "paySetting", {
  title: m.pay_setting,
  listTitle: m.fun_pay_setting,
  path: "/paySetting/index",
  fun: "paySetting",
  whenEmpty: m.empty_pay_setting,
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    name: text({ label: m.name, required: true, max: 40, list: true, filter: "contains" }),
    channel: dictionary("saleChannel", {
      ...{ label: m.pay_channel, help: m.pay_channel_help, list: true, filter: "equals" },
    }),
    posId: reference("pos", { label: m.sale_pos, help: m.pay_pos_help, remote: true, list: true, filter: "equals" }),
    types: lines(
      { paymentType: dictionary("paymentType", { label: m.sale_payment_type, required: true }) },
      {
        ...{ label: m.pay_types, help: m.pay_types_help, key: ["paymentType"], min: 1, max: 20, ordered: true },
        say: ({ paymentType }) => String(paymentType),
      },
    ),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "equals", form: false },
    }),
  },
});

export const payMenu = menuEntries({
  paySetting: {
    group: "system",
    place: 60,
    label: m.fun_pay_setting,
    url: "/paySetting/index",
    built: true,
    money: { "paySetting:add": true, "paySetting:edit": true, "paySetting:suspend": true },
  },
});

declare module "../menu-entry" {
  interface BusinessMenus {
    pay: typeof payMenu;
  }
}
