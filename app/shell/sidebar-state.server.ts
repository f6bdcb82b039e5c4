/** Whether the sidebar is collapsed (specification 4.1): a cookie of its own, since it matters to nothing else. */
export type SidebarState = "open" | "collapsed";

const name = "sidebar";

export function sidebarCookie(state: SidebarState): string {
  return `${name}=${state}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`;
}

export function readSidebar(request: Request): SidebarState {
  const collapsed = /(?:^|;\s*)sidebar=collapsed(?:;|$)/.test(request.headers.get("cookie") ?? "");
  return collapsed ? "collapsed" : "open";
}
