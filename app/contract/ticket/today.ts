/** How many went in today. */
import { z } from "zod";
import { method } from "../method";

/** People admitted since the business day began, less those taken back. */
export const admissionsToday = method("ticket", "admissionsToday", {
  payload: z.object({}),
  answer: z.object({ people: z.number() }),
  access: { fun: ["tktChevkPage", "tktParkGate"] },
});
