/** Moves places of one day (and slot) between what is set aside for channels and what all share. */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { day, id, idempotencyKey, requiredText, wholeNumber } from "../validators";
import { channel, slot } from "./price";

/** A channel, or "" for what all share. */
const part = z.union([channel, z.literal("")]);

export const quotaTransfer = method("ticket", "quotaTransfer", {
  payload: z.object({
    poolId: id,
    day,
    slot: slot.default(""),
    from: part,
    to: part,
    quantity: wholeNumber(1, 10_000_000),
    reason: requiredText(100),
    idempotencyKey,
  }),
  answer: z.object({ poolId: id }),
  access: { fun: "quotaList", button: "quota:edit" },
  writes: true,
  idempotent: true,
  told: ({ name, after }) => m.did_quota_transfer({ name, n: after?.quantity ?? "" }),
});
