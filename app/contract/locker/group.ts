/** Groups of lockers, and the picture of one group's. */
import { z } from "zod";
import { code, dictionary, money, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";

export const lockerGroup = resource("locker", "lockerGroup", {
  title: m.locker_group,
  listTitle: m.fun_locker_group_list,
  path: "/locker/groupList",
  fun: "lockerGroupList",
  nameField: "name",
  status: "status",
  importable: true,
  links: [{ label: m.locker_picture, to: "/locker/groupList/{id}/boxes" }],
  defaultSort: { field: "id", order: "asc" },
  fields: {
    code: code({ label: m.code, required: true, list: true, filter: "contains", sort: true }),
    name: text({ label: m.name, required: true, list: true, filter: "contains", sort: true }),
    parkId: reference("park", { label: m.park, required: true, list: true, filter: "equals" }),
    place: text({ label: m.locker_place, list: true, cellEdit: true }),
    depositSmall: money({ label: m.locker_deposit_small, required: true, default: 1000, list: true }),
    depositMedium: money({ label: m.locker_deposit_medium, required: true, default: 2000, list: true }),
    depositLarge: money({ label: m.locker_deposit_large, required: true, default: 3000, list: true }),
    hours: number({ label: m.locker_hours, required: true, min: 1, max: 720, default: 12, list: true }),
    status: dictionary("enableStatus", { label: m.status, required: true, default: "T", list: true, form: false }),
  },
});

export const lockerPicture = method("locker", "lockerPicture", {
  payload: z.object({ id }),
  answer: z.object({
    id,
    name: z.string(),
    boxes: z.array(z.object({ id, number: z.string(), size: z.string(), status: z.string(), overdue: z.boolean() })),
    /** Words of sizes and states, by value. */
    sizes: z.record(z.string(), z.string()),
    states: z.record(z.string(), z.string()),
  }),
  access: { fun: "lockerGroupList" },
});
