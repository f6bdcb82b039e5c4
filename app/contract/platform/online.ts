/** Who is signed in now (`/corp/onlineList`). */
import { z } from "zod";
import { method } from "../method";
import { listPayload, optionsByField, pageReply } from "../resource";
import { id } from "../validators";

export const onlineSession = z.object({
  id,
  accName: z.string(),
  name: z.string(),
  deptName: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  park: z.string(),
  since: z.string(),
  seen: z.string(),
  locked: z.boolean(),
  /** The one that asks. */
  current: z.boolean(),
  /** Its account holds more than the caller: it is not theirs to sign out. */
  above: z.boolean(),
});

/** The tenant's sessions that are still good, the one seen last first. Filters: `account` (name or account), `ip`. */
export const onlineList = method("platform", "onlineList", {
  payload: listPayload,
  answer: pageReply(onlineSession, z.object({ options: optionsByField, capped: z.boolean() })),
  access: { fun: "onlineList" },
});

/** Signs a session out at once; one's own is refused, since signing out does that. */
export const sessionEnd = method("platform", "sessionEnd", {
  payload: z.object({ id }),
  answer: z.object({ id }),
  access: { fun: "onlineList", button: "session:end" },
  writes: true,
});
