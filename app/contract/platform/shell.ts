/** What the frame around every page shows of a session: its tabs and favourites (specification 2.5, 4.3). */
import { z } from "zod";
import { m } from "../messages";
import { method } from "../method";
import { idempotencyKey } from "../validators";

/** Tabs of a session beyond these close by themselves, the oldest first. */
export const tabsAtMost = 30;

/** Path, or path and query, on this console. */
const localAddress = (max: number) =>
  z
    .string()
    .max(max, { error: () => m.v_invalid() })
    .regex(/^\/(?![/\\])[^\s\\\p{Cc}]*$/u, { error: () => m.v_invalid() });

/** `path` tells tabs apart; `address` is where one was in it; `title` is empty where the menu names the tab. */
export const pageTab = z.object({
  path: localAddress(200),
  address: localAddress(1000),
  title: z.string().max(80, { error: () => m.v_invalid() }),
});
export type PageTab = z.output<typeof pageTab>;

/**
 * One call for what would be several, since every page asks. Favourites (the oldest first) and recently used functions
 * (the latest first) by id; unread messages, counted to 100.
 */
export const shellState = method("platform", "shellState", {
  payload: z.object({}),
  answer: z.object({
    tabs: z.array(pageTab),
    favourites: z.array(z.number()),
    recent: z.array(z.number()),
    unread: z.number(),
    /** Requests that wait for the caller to decide, counted to 100. */
    approvals: z.number(),
    supportPhone: z.string(),
    onlineConsultUrl: z.string(),
    workbenchFlag: z.string(),
    userCenterTestUrl: z.string(),
    productionOrigin: z.string(),
    /** Of a tenant whose contract ends soon, or has ended: its last day and what follows, yyyy-MM-dd. */
    contract: z
      .object({ standing: z.enum(["warned", "reading"]), day: z.string(), reads: z.string(), shuts: z.string() })
      .nullable(),
  }),
  access: "signedIn",
  silent: true,
});

/** Opens a tab of the caller's session, or notes where one is in it. */
export const openTab = method("platform", "openTab", {
  payload: pageTab,
  answer: z.object({}),
  access: "signedIn",
  writes: true,
  whileReading: true,
  duringGet: true,
  audit: false,
  silent: true,
});

/** Closes one tab, all others than it, or all. Answers those that stay. */
export const closeTabs = method("platform", "closeTabs", {
  payload: z.object({ which: z.enum(["one", "others", "all"]), path: localAddress(200) }),
  answer: z.array(pageTab),
  access: "signedIn",
  writes: true,
  whileReading: true,
  audit: false,
});

/**
 * Whether a write of the caller under this key was done: asked after an answer that never came. Only of methods that take
 * an `idempotencyKey`.
 */
export const wentThrough = method("platform", "wentThrough", {
  payload: z.object({ key: idempotencyKey }),
  answer: z.object({ done: z.boolean() }),
  access: "signedIn",
});
