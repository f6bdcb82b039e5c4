/**
 * Messages to staff (`/message`): notices, approvals, low stock, what expires; read and unread. Announcements that address
 * the reader stand among them as long as they run: they are no rows of their own (see `announcement.ts`).
 */
import { z } from "zod";
import { method } from "../method";
import { pageReply } from "../resource";
import { id, wholeNumber } from "../validators";

export const messageKinds = ["notice", "approval", "stock", "expiry", "task", "announcement"] as const;
export type MessageKind = (typeof messageKinds)[number];

export const messageRow = z.object({
  id,
  kind: z.enum(messageKinds),
  title: z.string(),
  body: z.string(),
  /** Where the matter is looked at; empty for none. */
  link: z.string(),
  /** yyyy-MM-dd HH:mm:ss */
  at: z.string(),
  read: z.boolean(),
  /** Of an announcement, whose id is the row's: an important one waits for its receipt. */
  announcement: z.object({ important: z.boolean(), confirmed: z.boolean() }).optional(),
});
export type MessageRow = z.output<typeof messageRow>;

/**
 * The caller's own, newest first. `approvals`: how many requests wait for them to decide, counted to 100; `unconfirmed`:
 * how many important announcements wait for their receipt.
 */
export const messageList = method("platform", "messageList", {
  payload: z.object({
    state: z.enum(["all", "unread", "read"]).default("all"),
    kind: z.enum(messageKinds).optional(),
    pageNo: wholeNumber(1, 1_000_000).default(1),
    pageSize: wholeNumber(1, 100).default(10),
  }),
  answer: pageReply(
    messageRow,
    z.object({ unread: z.number(), approvals: z.number(), unconfirmed: z.number(), capped: z.boolean() }),
  ),
  access: "signedIn",
});

/**
 * Marks some of the caller's messages as read (without ids: all of them), or as unread again. Announcements are named by
 * themselves; important ones stay unread until they are confirmed.
 */
export const readMessages = method("platform", "readMessages", {
  payload: z.object({
    ids: z.array(id).max(100).optional(),
    announcements: z.array(id).max(100).optional(),
    read: z.boolean().default(true),
  }),
  answer: z.object({ unread: z.number() }),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});
