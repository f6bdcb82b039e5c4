/** Whether the sidebar is collapsed (specification 4.1): a cookie of its own, since it matters to nothing else. */
import { storageKeys } from "~/contract/storage-keys";

export type SidebarState = "open" | "collapsed";

const name = storageKeys.sidebar;
const isCollapsed = new RegExp(`(?:^|;\\s*)${name}=collapsed(?:;|$)`);

export function sidebarCookie(state: SidebarState): string {
  return `${name}=${state}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`;
}

export function readSidebar(request: Request): SidebarState {
  return isCollapsed.test(request.headers.get("cookie") ?? "") ? "collapsed" : "open";
}
