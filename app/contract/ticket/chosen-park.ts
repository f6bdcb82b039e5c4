/** The park that a session works in, where an account works in several (specification 2.1 /loginChoosePark). */
import { z } from "zod";
import { method } from "../method";
import { id } from "../validators";

/** Open parks that the caller works in. */
export const getOwnParks = method("ticket", "getOwnParks", {
  payload: z.object({}),
  answer: z.array(z.object({ id: z.number(), name: z.string(), address: z.string(), chosen: z.boolean() })),
  access: "signedIn",
});

export const choosePark = method("ticket", "choosePark", {
  payload: z.object({ parkId: id }),
  answer: z.object({ id: z.number(), name: z.string() }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});
