/** The map of an area of any size: where its seats stand, which never changes, and who has them now. */
import { z } from "zod";
import { method } from "../method";
import { fen, id } from "../validators";
import { seatStates } from "./sale";

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
        numbers: z.array(z.string()),
        xs: z.string(),
        ys: z.string(),
        kinds: z.string(),
        zones: z.string(),
      }),
    ),
  }),
  access,
});

/** Seats that are not free, by state, their ids packed; the mark that they stand at (`theatreMark`); and what seats cost. */
export const theatreTaken = method("cinema", "theatreTaken", {
  payload,
  answer: z.object({
    mark: z.string(),
    taken: z.array(z.object({ state: z.enum(seatStates), seats: z.string() })),
    /** Fen of every seat of the area, or null where the price is that of the zone. */
    price: fen.nullable(),
    prices: z.record(z.string(), fen),
  }),
  access,
});
