/** Quota pools as a list. */
import { boolean, dictionary, number, text } from "../field-kinds";
import { m } from "../messages";
import { resource } from "../resource";

/** A suspended pool limits nothing; what was sold from it stays counted. Read one and save are methods of quota.ts. */
export const quotaPool = resource("ticket", "quotaPool", {
  title: m.quota_one,
  listTitle: m.quota_title,
  path: "/ticket/quotaList",
  fun: "quotaList",
  rights: "quota",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  pages: { create: "/ticket/quotaList/new", detail: "/ticket/quotaList/{id}", edit: "/ticket/quotaList/{id}/edit" },
  fields: {
    name: text({ label: m.name, required: true, unique: true, list: true, filter: "contains", sort: true }),
    ticketTypeNames: text({ label: m.quota_types, list: true }),
    dailyTotal: number({ label: m.quota_daily_total, required: true, list: true }),
    setAside: number({ label: m.quota_set_aside, list: true }),
    bySlot: boolean({ label: m.quota_by_slot, list: true }),
    status: dictionary("enableStatus", { label: m.status, required: true, default: "T", list: true, filter: "equals" }),
  },
});
