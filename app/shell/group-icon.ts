/** Which symbol of icons.svg stands before a menu group: the one its function names, else the one of its addresses. */
import type { MenuEntry } from "./menu";

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

/** `funIco` holds two names, normal and active (specification 3); the sprite colours the first by itself. */
export function groupIcon(funIco: string, entries: readonly MenuEntry[]): string {
  const named = funIco.split(",", 1)[0]?.trim() ?? "";
  if (symbols.has(named)) return named;
  return families.find(([, addresses]) => entries.some(({ url }) => addresses.test(url)))?.[0] ?? "dot";
}
