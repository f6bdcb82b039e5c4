/** The second way where a sign-in is locked: a code by text message opens it for one browser session. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { corpCode, requiredText } from "../validators";

const from = { clientAddress: z.string().max(64).optional(), userAgent: z.string().max(300).optional() };

/** Answers alike whether or not somebody has this name, a mobile, or a lock. */
export const sendProof = method("platform", "sendSignInProof", {
  payload: z.object({ accName: requiredText(60), corpCode: corpCode.optional(), ...from }),
  answer: z.object({}),
  access: "public",
  writes: true,
  audit: false,
});

/** What this browser session waits for, and for which name it asked. */
export const proofState = method("platform", "signInProofState", {
  payload: z.object({}),
  answer: z.object({ waiting: z.boolean(), accName: z.string() }),
  access: "public",
});

/** Opens the sign-in of the name to this session; the password is still asked for. */
export const verifyProof = method("platform", "verifySignInProof", {
  payload: z.object({ checkCode: z.string().regex(/^\d{6}$/, { error: () => m.auth_code_six() }), ...from }),
  answer: z.object({ accName: z.string() }),
  access: "public",
  writes: true,
  audit: false,
});
