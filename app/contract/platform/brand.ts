/** How a tenant looks: what its console is called, its colour and its logo (`/system/brand`). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { wholeNumber } from "../validators";
import { contrastOfText, isColour, leastContrast, readable } from "./brand-colour";

const answer = z.object({
  sysName: z.string(),
  logoImg: z.string(),
  signInImg: z.string(),
  /** "" for the product's own. */
  brandColor: z.string(),
  version: z.number(),
});

export const brandGet = method("platform", "brandGet", { payload: z.object({}), answer, access: { fun: "brand" } });

/** What is wrong with a colour, in a sentence that names the nearest that would do; "" for nothing. */
export function colourProblem(colour: string): string {
  if (colour === "") return "";
  if (!isColour(colour)) return m.brand_colour_form();
  const ratio = contrastOfText(colour);
  if (ratio >= leastContrast) return "";
  // Never rounded up to what it lacks.
  return m.brand_colour_pale({ ratio: (Math.floor(ratio * 10) / 10).toFixed(1), nearest: readable(colour) });
}

export const brandSave = method("platform", "brandSave", {
  payload: z.object({
    sysName: z
      .string()
      .trim()
      .max(30, { error: () => m.v_too_long({ n: 30 }) }),
    /** A public picture of the corp; "" for none. */
    logoImg: z.string().max(200),
    /** A public picture of the corp, behind the sign-in page; "" for the product's own. */
    signInImg: z.string().max(200),
    brandColor: z.string().superRefine((colour, context) => {
      const message = colourProblem(colour);
      if (message !== "") context.addIssue({ code: "custom", message });
    }),
    /** As it was read: another's change in between is not written over. */
    version: wholeNumber(0, 2_000_000_000),
  }),
  answer,
  access: { fun: "brand", button: "brand:edit" },
  writes: true,
  told: () => m.did_brand(),
});
