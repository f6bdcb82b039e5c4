/** Pre-selection: seats set aside before the sale for a group, a channel or guests, until a moment. */
import { z } from "zod";
import { command } from "../command";
import { dictionary, mobile, moment, number, reference, text } from "../field-kinds";
import { m } from "../messages";
import { method } from "../method";
import { resource } from "../resource";
import { id, wholeNumber } from "../validators";
import { mostChosen, theatreMap } from "./sale";

export const theatrePreselect = resource("cinema", "theatrePreselect", {
  title: m.theatre_preselect,
  listTitle: m.fun_pre_select,
  path: "/preSelect",
  fun: "preSelect",
  nameField: "name",
  status: "status",
  links: [{ label: m.theatre_preselect_seats, to: "/preSelect/{id}/seats" }],
  defaultSort: { field: "id", order: "desc" },
  fields: {
    name: text({ label: m.theatre_preselect_for, required: true, max: 60, list: true, filter: "contains" }),
    kind: dictionary("theatrePreselectKind", {
      ...{ label: m.theatre_preselect_kind, required: true, values: ["group", "channel", "guest"], default: "group" },
      ...{ list: true, filter: "anyOf" },
    }),
    sessionId: reference("theatreSession", {
      ...{ label: m.theatre_session, required: true, createOnly: true, remote: true, list: true, filter: "equals" },
    }),
    contact: text({ label: m.theatre_contact, max: 40, list: true }),
    mobile: mobile({ abroad: true, label: m.theatre_mobile, mask: true, list: true }),
    until: moment({ label: m.theatre_until, help: m.theatre_until_help, required: true, list: true }),
    seats: number({ label: m.theatre_seats, default: 0, list: true, form: false, logged: false }),
    remark: text({ label: m.remark, max: 200 }),
    status: dictionary("theatrePreselectState", {
      ...{ label: m.status, required: true, values: ["open", "handed", "released", "expired"], default: "open" },
      ...{ list: true, filter: "anyOf", form: false },
    }),
  },
  commands: {
    release: command({
      ...{ label: m.theatre_release, from: ["open"], to: "released", tone: "bad", many: true },
      question: m.theatre_release_question,
    }),
  },
});

/** The map for choosing what is set aside. */
export const theatreAsideMap = method("cinema", "theatreAsideMap", {
  payload: z.object({ preselectId: id, areaId: id.optional(), from: wholeNumber(0, 10_000).optional() }),
  answer: z.object({
    id,
    name: z.string(),
    status: z.string(),
    until: z.string(),
    seats: z.array(z.object({ seatId: id, label: z.string() })),
    map: theatreMap.answer,
  }),
  access: { fun: "preSelect" },
});

/** Sets all of these aside, or by a refusal none; `off`: gives them back to the sale. */
export const theatreSetAside = method("cinema", "theatreSetAside", {
  payload: z.object({
    preselectId: id,
    seatIds: z
      .array(id)
      .min(1, { error: () => m.theatre_v_seats() })
      .max(mostChosen),
    off: z.boolean().optional(),
    /** Sets the partners of couple seats aside as well; without it half a pair is refused. */
    withPartners: z.boolean().optional(),
  }),
  told: ({ name }) => m.theatre_told_aside({ name }),
  answer: z.object({ seats: z.number() }),
  access: { fun: "preSelect", button: "theatrePreselect:edit" },
  writes: true,
});
