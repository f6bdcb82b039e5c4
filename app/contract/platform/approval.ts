/** What waits for another person: one inbox over all commands that ask above a limit (`/message/approvals`). */
import { z } from "zod";
import { decided } from "../audit-trace";
import { method } from "../method";
import { pageReply } from "../resource";
import { fen, id, textOf, wholeNumber } from "../validators";

export const approvalStates = ["waiting", "approved", "rejected", "withdrawn", "expired"] as const;
export type ApprovalState = (typeof approvalStates)[number];

export const approvalRow = z.object({
  id,
  /** What is to be done with what: "Refund RF2611220001". */
  what: z.string(),
  amount: fen,
  reason: z.string(),
  state: z.enum(approvalStates),
  askedBy: z.string(),
  /** yyyy-MM-dd HH:mm:ss, as the other moments. */
  askedAt: z.string(),
  /** When it times out. */
  expiresAt: z.string(),
  /** Empty while nobody has decided. */
  decidedBy: z.string(),
  decidedAt: z.string(),
  remark: z.string(),
  /** The page of what it is about. */
  link: z.string(),
  /** The caller may decide it, and has not asked for it. */
  mayDecide: z.boolean(),
  /** The caller has asked for it. */
  own: z.boolean(),
});
export type ApprovalRow = z.output<typeof approvalRow>;

/** What the caller may decide and what they asked for, newest first: what waits, or what is settled. */
export const approvalList = method("platform", "approvalList", {
  payload: z.object({
    state: z.enum(["waiting", "settled"]).default("waiting"),
    pageNo: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 100).default(10),
  }),
  /** `waiting`: how many wait for the caller to decide, counted to 100. */
  answer: pageReply(approvalRow, z.object({ capped: z.boolean(), waiting: z.number() })),
  access: "signedIn",
});

/** By who holds the right to decide that command; nobody decides their own. A rejection gives its reason. */
export const approvalDecide = method("platform", "approvalDecide", {
  payload: z.object({ id, decision: z.enum(["approve", "reject"]), remark: textOf(200).optional() }),
  answer: z.object({ id, state: z.enum(["approved", "rejected"]), notice: z.string().optional() }),
  access: "signedIn",
  writes: true,
  told: decided,
});

/** Takes back what the caller asked for. */
export const approvalWithdraw = method("platform", "approvalWithdraw", {
  payload: z.object({ id }),
  answer: z.object({ id }),
  access: "signedIn",
  writes: true,
  told: decided,
});
