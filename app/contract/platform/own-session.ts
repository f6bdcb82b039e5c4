/** The devices that an account is signed in on. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";

export const ownSession = z.object({
  id: z.number(),
  ip: z.string(),
  userAgent: z.string(),
  createdAt: z.string(),
  lastSeen: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

/** Sessions that are still good, the one seen last first. */
export const getOwnSessions = method("platform", "getOwnSessions", {
  payload: z.object({}),
  answer: z.array(ownSession),
  access: "signedIn",
});

/** Signs out other devices; ids of others' sessions are not found, one's own current one stays. */
export const endOwnSessions = method("platform", "endOwnSessions", {
  payload: z.object({ ids: z.array(z.number().int().positive()).min(1).max(500) }),
  answer: z.object({ ended: z.number() }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  told: ({ after }) => m.did_sessions({ n: after?.sessionsEnded ?? 0 }),
});
