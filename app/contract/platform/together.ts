/** What a page asks of the dispatch API, in one trip. */
import { z } from "zod";
import { m } from "../messages";
import { businesses, method } from "../method";
import { lookupPaths } from "./lookups";

/** GET calls that may come as one of several: `method` is the path then, and `fields` its query. */
export const lookupsInTrips: readonly string[] = [
  lookupPaths.dictionaries,
  lookupPaths.dictionariesByClass,
  lookupPaths.parameter,
  lookupPaths.parameters,
  lookupPaths.areas,
];

/** Calls of one trip: no page asks for more. */
export const togetherAtMost = 40;

/**
 * Reads that are answered in the order in which they are asked, each by its own right and with its own refusal, as if it had
 * come by itself. Those of the signed-in account share one transaction. `fields` are the payload as a form carries it;
 * methods that write are refused.
 */
export const readTogether = method("platform", "readTogether", {
  payload: z.object({
    calls: z
      .array(
        z.object({
          business: z.enum(businesses, { error: () => m.v_invalid() }),
          method: z.string().max(100, { error: () => m.v_invalid() }),
          fields: z.record(z.string().max(100), z.string()),
        }),
      )
      .max(togetherAtMost, { error: () => m.v_invalid() }),
  }),
  answer: z.array(z.object({ status: z.number(), body: z.record(z.string(), z.unknown()) })),
  access: "signedIn",
});
