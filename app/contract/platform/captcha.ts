/** The slider puzzle (specification 2.7, 4.4, 7, 9) and whether a sign-in needs it. All of it hangs on the session id. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { deviceSecret } from "./session";

/** Pixels. `piece` is the side of the square that the floating piece fills; the handle travels `width - piece`. */
export const captchaSize = { width: 260, height: 160, piece: 40 } as const;

/** Makes a new picture; the one before it is worth nothing from then on. Images are base64, without a prefix. */
export const queryImage = method("platform", "queryImage", {
  payload: z.object({ clientAddress: z.string().max(64).optional() }),
  answer: z.object({ width: z.number(), height: z.number(), oriImg: z.string(), newImg: z.string() }),
  access: "public",
  writes: true,
  duringGet: true,
  audit: false,
});

const pixels = z.string().regex(/^-?\d{1,4}(\.\d{1,6})?$/, { error: () => m.v_invalid() });

/**
 * One try: right or wrong, the picture is used up. `x_index` is the distance that the piece was dragged; who clicks the
 * notch instead sends the place of the piece's top left corner in both directions. A solution is good for one sign-in of
 * one account name: `accName`, or without it the name that the session tried last.
 */
export const verifyImage = method("platform", "verifyImage", {
  payload: z.object({
    x_index: pixels,
    y_index: pixels.optional(),
    accName: z.string().max(60).optional(),
    clientAddress: z.string().max(64).optional(),
  }),
  answer: z.object({ verified: z.boolean() }),
  access: "public",
  writes: true,
  audit: false,
});

/**
 * What the next sign-in of this session needs; `passed`: a puzzle is solved and not used yet; `work`: what the browser may
 * do for it (sign-in-work.ts), null: nothing. `scripts`: the page brings scripts that do it.
 */
export const signInNeeds = method("platform", "signInNeeds", {
  payload: z.object({
    clientAddress: z.string().max(64).optional(),
    device: deviceSecret.optional(),
    scripts: z.boolean().optional(),
  }),
  answer: z.object({
    captcha: z.boolean(),
    passed: z.boolean(),
    work: z.object({ challenge: z.string(), bits: z.number() }).nullish(),
  }),
  access: "public",
});

/** The code of the answer to a sign-in that lacks a solved puzzle (HTTP 428). */
export const captchaNeededCode = 428;
