import { dictionary, moment, money, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** Turns of sellers at a till: what lay in the drawer, what was counted at the end, and what should have been there. */
export const shift = resource("order", "shift", {
  title: m.shift_list,
  path: "/manage/shift/list",
  fun: "shift",
  nameField: "shiftNo",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  readOnly: true,
  pages: { detail: "/manage/shift/report?id={id}" },
  fields: {
    shiftNo: text({ label: m.shift_no, required: true, list: true, filter: "equals" }),
    status: dictionary("shiftStatus", {
      ...{ label: m.status, values: ["open", "closed"], required: true, default: "open", list: true, filter: "equals" },
    }),
    sellerName: text({ label: m.order_seller, required: true, list: true }),
    posName: text({ label: m.order_pos, required: true, list: true }),
    openedAt: moment({ label: m.shift_opened_at, required: true, list: true, filter: "between" }),
    closedAt: moment({ label: m.shift_closed_at, list: true }),
    counted: money({ label: m.shift_counted, list: true }),
    expected: money({ label: m.shift_expected, list: true }),
    difference: money({ label: m.shift_difference, list: true }),
    opening: money({ label: m.shift_opening, required: true, list: "file" }),
    leftInDrawer: money({ label: m.shift_left, list: "file" }),
  },
});
