/** Where the seats of an area of any size stand, which never changes. Who has them now is told with its map (`theatreMap`). */
import { z } from "zod";
import { method } from "../method";
import { id } from "../validators";

const access = { fun: "seatSale" } as const;
const payload = z.object({ sessionId: id, areaId: id });

/** Rows as `seat-pack.ts` has them. An area of a template never changes: what was read once may be kept for good. */
export const theatreLayout = method("cinema", "theatreLayout", {
  payload,
  answer: z.object({
    rows: z.array(
      z.object({
        name: z.string(),
        ids: z.string(),
        numbers: z.string(),
        xs: z.string(),
        ys: z.string(),
        kinds: z.string(),
        zones: z.string(),
      }),
    ),
  }),
  access,
});
