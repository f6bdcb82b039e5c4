/** What an application shows and where it opens: pure rules of specification 4.5 and 7. */
import { type Message, m } from "../messages";
import type { ApplicationItem } from "./workbench";

/** The product whose state and window have rules of their own. */
export const mallCode = "mall";

interface ApplicationState {
  label: Message;
  /** Of the dot beside the label; each state has its own. */
  color: string;
}

const mallStates: Record<number, ApplicationState> = {
  0: { label: m.workbench_pending_setup, color: "#8a8f98" },
  1: { label: m.workbench_not_running, color: "#b3541e" },
  2: { label: m.workbench_running, color: "#1f9d55" },
};
const pendingActivation: ApplicationState = { label: m.workbench_pending_activation, color: "#3b78d8" };
const states: Record<number, ApplicationState> = {
  1: { label: m.workbench_normal, color: "#12808a" },
  2: { label: m.workbench_expiring, color: "#d9960b" },
  3: { label: m.workbench_expired, color: "#c62828" },
};
const unknown: ApplicationState = { label: m.workbench_unknown, color: "#5b6470" };

export function isMall({ appCode }: Pick<ApplicationItem, "appCode">): boolean {
  return appCode === mallCode;
}

export function applicationState(app: ApplicationItem): ApplicationState {
  if (isMall(app)) return mallStates[app.status] ?? unknown;
  if (app.openStatus === 1) return pendingActivation;
  return states[app.appStatus] ?? unknown;
}

/** What runs, or is about to end, can be entered. */
export function canOpen(app: ApplicationItem): boolean {
  if (isMall(app)) return app.status === 2;
  return app.openStatus !== 1 && (app.appStatus === 1 || app.appStatus === 2);
}

/** Straight to its own address, without a code: where the deployment says so, and not for applications of type 1. */
export function opensDirectly(app: ApplicationItem, directly: boolean): boolean {
  return directly && app.appType !== "1" && isWebAddress(app.redirectUrl);
}

interface Visitor {
  code: string;
  accountNo: string;
  corpCode: string;
}

/** The address of the authorisation-code window; null where the application has none that a browser may open. */
export function windowAddress(app: ApplicationItem, { code, accountNo, corpCode }: Visitor): string | null {
  if (!isWebAddress(app.appAuthUrl)) return null;
  const url = new URL(app.appAuthUrl);
  const query = isMall(app)
    ? { productCode: app.productTypeCode, productType: "1", code, state: "userInfo", channel: "corpUser" }
    : { code, accountNo, corpCode, orderSource: app.appCode };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  if (app.redirectUrl !== "") url.searchParams.set("redirectUrl", app.redirectUrl);
  return url.href;
}

export function isWebAddress(address: string): boolean {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}
