/** How many a park bears: on a day and at a moment, as the law asks; and the board that says how many may still come in. */
import { z } from "zod";
import { boolean, dictionary, number, reference } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { day, id } from "../validators";

/** Sales and entries stop at the limits only while `stops`; told at `warnAt` percent in any case. */
export const parkCapacity = resource("ticket", "parkCapacity", {
  title: m.capacity_title,
  path: "/ticket/capacity",
  fun: "parkCapacity",
  whenEmpty: m.empty_park_capacity,
  nameField: "parkId",
  status: "status",
  defaultSort: { field: "id", order: "asc" },
  tools: [{ label: m.capacity_board, to: "/ticket/capacity/board" }],
  fields: {
    parkId: reference("park", {
      ...{ label: m.park, required: true, createOnly: true, unique: true, list: true, filter: "equals" },
    }),
    dayMax: number({ label: m.capacity_day_max, help: m.capacity_day_max_help, required: true, min: 1, list: true }),
    momentMax: number({
      ...{ label: m.capacity_moment_max, help: m.capacity_moment_max_help, required: true, min: 1, list: true },
    }),
    warnAt: number({ label: m.capacity_warn_at, required: true, min: 1, max: 100, default: 80, list: true }),
    stops: boolean({ label: m.capacity_stops, help: m.capacity_stops_help, default: true, list: true }),
    status: dictionary("enableStatus", { label: m.status, required: true, default: "T", list: true, form: false }),
  },
});

export const capacityLevels = ["calm", "near", "full"] as const;

export const capacityOfPark = z.object({
  parkId: id,
  parkName: z.string(),
  /** Tickets that are good for today. */
  sold: z.number(),
  dayMax: z.number(),
  dayLevel: z.enum(capacityLevels),
  /** People who are in, by the gates. */
  inside: z.number(),
  momentMax: z.number(),
  momentLevel: z.enum(capacityLevels),
  /** How many more may come in now; never below 0. */
  mayComeIn: z.number(),
  stops: z.boolean(),
});

/** All parks of the caller that have a limit. */
export const capacityBoard = method("ticket", "capacityBoard", {
  payload: z.object({}),
  answer: z.object({ day, at: z.string(), parks: z.array(capacityOfPark) }),
  access: { fun: ["parkCapacity", "tktChevkPage"] },
});
