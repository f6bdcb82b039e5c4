/** The second step of a sign-in where `adminSendCheckCodeFlag` is T: a one-time code to the account's mobile. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";
import { deviceSecret, signedIn } from "./session";

/** What this browser session waits for; `mobile` is masked. */
export const checkCodeState = method("platform", "checkCodeState", {
  payload: z.object({}),
  answer: z.object({ waiting: z.boolean(), mobile: z.string(), resendInSeconds: z.number() }),
  access: "public",
});

export const resendCheckCode = method("platform", "resendCheckCode", {
  payload: z.object({}),
  answer: z.object({ mobile: z.string() }),
  access: "public",
  writes: true,
  audit: false,
});

export const verifyCheckCode = method("platform", "verifyCheckCode", {
  payload: z.object({
    checkCode: z
      .string()
      .regex(/^\d{6}$/, { error: () => m.auth_code_six() })
      .register(sensitivity, { kind: "secret" }),
    clientAddress: z.string().max(64).optional(),
    userAgent: z.string().max(300).optional(),
    device: deviceSecret.optional(),
  }),
  answer: signedIn,
  access: "public",
  writes: true,
  audit: false,
});
