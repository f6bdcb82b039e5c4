/** What makes a seat cheaper: by itself on days and at times, or because its visitor shows a proof and the seller says so. */
import { z } from "zod";
import { dictionary, number, reference, text, time } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id } from "../validators";
import { held, holds, mostChosen } from "./sale";

export const theatrePolicy = resource("cinema", "theatrePolicy", {
  title: m.theatre_policy,
  listTitle: m.theatre_policies,
  path: "/theatre/policyList",
  fun: "mobanTktNewPage",
  nameField: "name",
  status: "status",
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.name, required: true, max: 20, list: true, filter: "contains" }),
    how: dictionary("theatrePolicyHow", {
      ...{ label: m.theatre_policy_how, required: true, values: ["asked", "all"], default: "asked" },
      ...{ list: true, filter: "anyOf", help: m.theatre_policy_how_help },
    }),
    /** Percent of the price of the seat's zone. */
    off: number({
      label: m.theatre_policy_off,
      help: m.theatre_policy_off_help,
      required: true,
      min: 1,
      max: 100,
      list: true,
    }),
    showId: reference("theatreShow", {
      ...{ label: m.theatre_show, help: m.theatre_policy_show_help, remote: true, list: true, filter: "equals" },
    }),
    days: dictionary("theatrePolicyDays", {
      ...{ label: m.theatre_policy_days, required: true, values: ["any", "workdays", "weekend"], default: "any" },
      list: true,
    }),
    fromTime: time({ label: m.theatre_policy_from, help: m.theatre_policy_from_help }),
    untilTime: time({ label: m.theatre_policy_until }),
    status: dictionary("enableStatus", {
      ...{ label: m.status, required: true, default: "T", list: true, filter: "anyOf", form: false },
    }),
  },
});

/** Says what each of one's held seats is sold under; null: what the session sells all seats under. */
export const theatrePolicySet = method("cinema", "theatrePolicySet", {
  payload: z.object({
    sessionId: id,
    seats: z
      .array(z.object({ seatId: id, policyId: id.nullable() }))
      .min(1, { error: () => m.theatre_v_seats() })
      .max(mostChosen),
  }),
  answer: held,
  ...holds,
});
