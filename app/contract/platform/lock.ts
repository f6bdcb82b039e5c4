/** The lock screen (specification 4.1): the session stays locked on the server until its lock password is given. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { sensitivity } from "../sensitivity";

const lockPassword = z
  .string({ error: () => m.auth_lock_required() })
  .min(1, { error: () => m.auth_lock_required() })
  .max(64, { error: () => m.v_too_long({ n: 64 }) })
  .register(sensitivity, { kind: "secret" });

/** From then on only what is marked `during: ["locked"]` is answered. */
export const lockSession = method("platform", "lockSession", {
  payload: z.object({ lockPasswd: lockPassword }),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileSeeing: true,
  told: () => m.did_lock(),
});

export const lockState = method("platform", "lockState", {
  payload: z.object({}),
  answer: z.object({ isLock: z.boolean(), mustChangePassword: z.boolean(), name: z.string(), triesLeft: z.number() }),
  access: "signedIn",
  during: ["locked", "weakPassword", "noFactor"],
});

/** Unlocking clears the lock password. After five wrong ones the session ends. */
export const unlockSession = method("platform", "unlockSession", {
  payload: z.object({ lockPasswd: lockPassword }),
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileSeeing: true,
  told: () => m.did_unlock(),
  during: ["locked"],
});
