import { dictionary, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** A scenic area. */
export const park = resource("ticket", "park", {
  title: m.park,
  path: "/manage/parkList",
  fun: "parkList",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: text({ label: m.code, required: true, code: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, max: 60, list: true, filter: "contains", sort: true }),
    address: text({ label: m.address, max: 120, list: true, cellEdit: true }),
    openingHours: text({ label: m.opening_hours, max: 60, list: true, cellEdit: true }),
    capacity: number({
      label: m.capacity,
      list: true,
      filter: "between",
      sort: true,
      total: true,
      cellEdit: true,
      min: 0,
      max: 10_000_000,
    }),
    introduction: text({ label: m.introduction, max: 4000, multiline: true, rich: true }),
    status: dictionary("enableStatus", {
      label: m.status,
      required: true,
      default: "T",
      list: true,
      filter: "equals",
      form: false,
    }),
  },
});
