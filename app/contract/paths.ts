/** Who may open which fixed path: what needs no sign-in, what every account may open. What hangs under a function says so itself. */

/** Specification 2.1, and what serves them. */
export const publicPaths: readonly string[] = [
  "/loginBefore",
  "/loginChoosePark",
  "/login",
  "/captcha",
  "/loginCode",
  "/loginUnlock",
  "/loginFactor",
  "/passkey",
  "/prove",
  "/apply/agency",
  "/apply/invoice",
  // Whoever has the link got the mail that it stops.
  "/apply/stopMail",
  "/apply/tenant",
  // Whoever has the link sees that card: the method looks at it.
  "/wallet",
  "/lock",
  "/404",
  "/403",
  "/500",
  "/user-error",
  // The page and its method decide whose figures are shown, and to whom.
  "/datacenter",
  "/cater/403",
  "/pos/403",
  "/preferences",
  "/logout",
  "/switchAccount",
];

/**
 * Bytes of forms with files on pages without sign-in; of all others they bring none. An application: three files below 5 MB,
 * one that is not (it is refused with a sentence), and what is typed.
 */
export const publicUploads: Readonly<Record<string, number>> = { "/apply/agency": 21 * 1024 * 1024 };

/** The shell's own children: every signed-in account may open them. */
export const ownPaths: readonly string[] = [
  "/",
  "/index",
  "/userinfo",
  "/userinfo/factor",
  "/userinfo/factor/app",
  "/message",
  "/message/approvals",
  "/message/mail",
  "/changePassword",
  "/tabs",
  "/posted",
  "/listMemory",
  "/menuSearch",
  "/workbench",
  "/workbench/open",
  "/pageDescription",
  "/upload",
  "/upload/link",
  // A route of development only.
  "/dev/widgets",
];

/** Families that are allowed whole (specification 4.2.7): micro-frontends, personal apps, basic configuration. */
export const allowedFamilies: readonly RegExp[] = [
  /^\/qynk/,
  /^\/stheatre/,
  // Not the pages that personal apps are made on: those hang under a function.
  /^\/personalApp\/(?!addApp(Menu)?$)[^/]+$/,
  /^\/basicConfiguration$/,
  // Of whoever asked for it: the backend answers nobody else.
  /^\/exports\/(\d+(\/file)?|plans)$/,
  // Of whom it addresses: likewise.
  /^\/message\/announcement\/\d+$/,
];

/** Only the administrator with id 1 (specification 4.2.8). */
export const resetPath = "/reset";

/** Micro-frontends (specification 2.3): paths that begin so are shown in a frame of the origin set for each. */
const microFrontends = ["qynk", "stheatre"] as const;

export function microFrontendOf(path: string): (typeof microFrontends)[number] | null {
  return microFrontends.find((name) => path.startsWith(`/${name}`)) ?? null;
}

/** Families that keep no page (specification 2.6): what they show is theirs to keep. */
const passing = ["/wq", "/vehicle", "/qynk", "/offline"];
/** Shown anew each time one comes back to it. */
export function isPassing(path: string): boolean {
  return passing.some((family) => path.includes(family));
}

/** Kept whatever the menu says. */
const alwaysKept = ["/sysRole/list"];
/** Functions below which pages are kept: the businesses, and what manages them. */
const keptParents = ["2", "3"];

/** Whether a tab's page is kept while one is elsewhere. `parentIds` are those of its function; "" for none. */
export function isKept(path: string, parentIds: string): boolean {
  if (alwaysKept.includes(path)) return true;
  if (isPassing(path)) return false;
  return parentIds.split(",").some((id) => keptParents.includes(id));
}
