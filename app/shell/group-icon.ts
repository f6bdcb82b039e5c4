/** Which symbol of icons.svg stands before a menu group: the one its function names, else the one of its addresses. */

/** By family of addresses; the first rule that fits one of the entries decides. */
const families: [icon: string, addresses: RegExp][] = [
  ["workbench", /^\/index$/],
  ["sell", /^\/inside\//],
  ["orders", /^\/order\//],
  ["gate", /^\/(manage\/tkt|manyParkGateChild)/],
  ["theatre", /^\/theatre/],
  ["card", /^\/(manage\/card|seasonCard|smartCard)/],
  ["stock", /^\/manage\/storelist/],
  ["ticket", /^\/(ticket|ticketConfig|manage\/parkList)/],
  ["trade", /^\/travel/],
  ["invoice", /^\/invoice/],
  ["ski", /^\/ski\//],
  ["rent", /^\/(rent|locker|place)\//],
  ["parking", /^\/parking\//],
  ["report", /^\/(statistics|datacenter)/],
  ["tenant", /^\/tenantManage\//],
  ["organisation", /^\/(employ|corp|sysRole)\//],
  ["system", /^\/(system|application|schedule|paySetting|sysAccessApplication)/],
];
const symbols = new Set(families.map(([icon]) => icon));

export interface GroupIcon {
  icon: string;
  /** While one is on a page of the group, where that is another. */
  activeIcon?: string | undefined;
}

/** `funIco` holds two names, normal and active (specification 3). */
export function groupIcon(funIco: string, entries: readonly { url: string }[]): GroupIcon {
  const [named = "", active = ""] = funIco.split(",").map((name) => name.trim());
  const byAddress = () => families.find(([, addresses]) => entries.some(({ url }) => addresses.test(url)))?.[0];
  const icon = symbols.has(named) ? named : (byAddress() ?? "dot");
  return symbols.has(active) && active !== icon ? { icon, activeIcon: active } : { icon };
}
