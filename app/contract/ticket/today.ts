/** Figures of the workbench about parks, places and gates, each for who may see the list behind it. */
import { z } from "zod";
import { method } from "../method";
import { day, id } from "../validators";

/** People admitted since the business day began, less those taken back. */
export const admissionsToday = method("ticket", "admissionsToday", {
  payload: z.object({}),
  answer: z.object({ people: z.number() }),
  access: { fun: ["tktChevkPage", "tktParkGate"] },
});

/** People let in by hour of the day, 24 numbers each: today so far, and the whole of the same weekday a week ago. */
export const admissionsByHour = method("ticket", "admissionsByHour", {
  payload: z.object({}),
  answer: z.object({ day, today: z.array(z.number()), weekBefore: z.array(z.number()) }),
  access: { fun: "passageList" },
});

/**
 * Parks that are open, the fullest first, at most eight. `entered` and `left` are of today; `inside` is who is in, which holds
 * over midnight, and means something where a gate lets people out.
 */
export const parkLoad = method("ticket", "parkLoad", {
  payload: z.object({}),
  answer: z.object({
    day,
    parks: z.array(
      z.object({
        id,
        name: z.string(),
        /** Null: none is set. */
        capacity: z.number().nullable(),
        entered: z.number(),
        left: z.number(),
        inside: z.number(),
        countsExits: z.boolean(),
      }),
    ),
  }),
  access: { fun: "parkList" },
});

/** Share of a quota from which it counts as nearly full. */
export const nearlyFull = 0.8;

/** Days and slots of the next seven days that are nearly full, the next first, at most six; `more` are left out. */
export const fullSlots = method("ticket", "fullSlots", {
  payload: z.object({}),
  answer: z.object({
    slots: z.array(
      z.object({ poolId: id, name: z.string(), day, slot: z.string(), total: z.number(), taken: z.number() }),
    ),
    more: z.number(),
  }),
  access: { fun: "quotaList" },
});

/** Minutes without a passage after which a gate is asked about, while others of its park are being passed. */
export const quietAfter = 30;

/** Gates in service, and those of them gone quiet, at most six; `last` is null where nothing was ever heard. */
export const quietGates = method("ticket", "quietGates", {
  payload: z.object({}),
  answer: z.object({
    inService: z.number(),
    quiet: z.array(z.object({ id, name: z.string(), parkName: z.string(), last: z.string().nullable() })),
    more: z.number(),
  }),
  access: { fun: "tktParkGate" },
});

/** Gates that the caller may check at, those they checked at today first, at most eight, each with today's admissions. */
export const gatesToday = method("ticket", "gatesToday", {
  payload: z.object({}),
  answer: z.array(z.object({ id, name: z.string(), admitted: z.number(), mine: z.boolean() })),
  access: { fun: "tktChevkPage" },
});
