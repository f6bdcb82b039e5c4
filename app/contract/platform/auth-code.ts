/**
 * Codes by which another system knows who stands before it (specification 2.6, 3, 7): report frames, micro-frontends,
 * the farm-tourism system. How a sign is made and checked is told in docs/frames.md.
 */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { corpCode } from "../validators";

/** Milliseconds that a code may be redeemed in. */
export const authCodeLifetime = 60_000;
/** Milliseconds that the clock of the other system may be off. */
export const clockTolerance = 300_000;

const short = z.string().max(60, { error: () => m.v_invalid() });

/** Spec 3 "Auth code response". With reportAuthenticationMethod U `authCode` holds the user code. */
export const authCodeAnswer = z.object({
  appId: z.string(),
  authCode: z.string(),
  timestamp: z.string(),
  sign: z.string(),
});
export type AuthCode = z.output<typeof authCodeAnswer>;

/**
 * A code for the frame of a function, or (sysFunctionId 0) for the access application that `reportId` names. `token` is
 * what the specification asks for; the caller is known by the header alone.
 */
export const getAuthCode = method("platform", "getAuthCode", {
  payload: z.object({
    token: z.string().max(1_800).register(sensitivity, { kind: "secret" }).optional(),
    reportId: short.default(""),
    sysFunctionId: z.number().int().min(0),
  }),
  answer: authCodeAnswer,
  access: "signedIn",
  writes: true,
  whileReading: true,
  duringGet: true,
  audit: false,
});

/** The other system asks, once, whose code it was given. */
export const redeemAuthCode = method("platform", "redeemAuthCode", {
  payload: z.object({
    appId: short.min(1),
    authCode: z.string().max(100).min(1),
    timestamp: z.string().regex(/^\d{13}$/, { error: () => m.v_invalid() }),
    sign: z.string().max(100),
  }),
  answer: z.object({
    userId: z.number(),
    accName: z.string(),
    name: z.string(),
    corpCode: z.string(),
    reportId: z.string(),
  }),
  access: "public",
  writes: true,
  audit: false,
});

/** The address at which the farm-tourism system lets the caller in. */
export const qynkLogin = method("platform", "qynkLogin", {
  payload: z.object({ corpCode: corpCode.optional(), userName: short }),
  answer: z.string(),
  access: "signedIn",
  writes: true,
  whileReading: true,
  told: () => m.did_farm(),
  duringGet: true,
  audit: false,
});
