/** The sidebar's groups, from the flat function list of an account: names and addresses only. */
import { titlesOf } from "~/contract/function-title";
import type { FunctionNode } from "~/contract/platform/function";
import { type GroupIcon, groupIcon } from "./group-icon";

export interface MenuEntry {
  name: string;
  url: string;
  /** Opens in a window of its own (specification 2.6). */
  blank?: true | undefined;
}
/** Icons are symbols of the sprite. */
export interface MenuGroup extends GroupIcon {
  name: string;
  entries: MenuEntry[];
}

/**
 * Groups in menu order. An entry hangs under its topmost function without an address, else under `other`. `openNew`: the
 * parameter isOpenNewPage is T.
 */
export function menuGroups(functions: readonly FunctionNode[], other: string, openNew = false): MenuGroup[] {
  const byId = new Map(functions.map((node) => [node.id, node]));
  const parents = new Set(functions.map((node) => node.parentId));
  const groups = new Map<number, { name: string; funIco: string; entries: MenuEntry[] }>();
  for (const node of functions) {
    if (!isLocal(node.funUrl) || parents.has(node.id)) continue;
    const top = topOf(node, byId);
    const key = top?.id ?? 0;
    const group = groups.get(key) ?? { name: top?.funName ?? other, funIco: top?.funIco ?? "", entries: [] };
    group.entries.push(entryOf(node, openNew));
    groups.set(key, group);
  }
  return [...groups.values()].map(({ name, funIco, entries }) => ({ name, ...groupIcon(funIco, entries), entries }));
}

/** Personal apps stand in a group of their own, after the functions. */
export function withPersonalApps(
  groups: MenuGroup[],
  apps: readonly { menuCode: string; menuName: string }[],
  name: string,
): MenuGroup[] {
  if (apps.length === 0) return groups;
  const entries = apps.map(({ menuCode, menuName }) => ({ name: menuName, url: `/personalApp/${menuCode}` }));
  return [...groups, { name, icon: "workbench", entries }];
}

function entryOf({ funName, funUrl, openType }: FunctionNode, openNew: boolean): MenuEntry {
  const [name] = titlesOf(funName);
  const url = name === "Workbench" || name === "工作台" ? "/index" : funUrl;
  return { name, url, ...(openNew && openType === "_blank" && { blank: true as const }) };
}

/** Index of the group that holds the page, and the address of its entry. The longest fitting address wins. */
export function findCurrent(groups: readonly MenuGroup[], path: string): { group: number; url: string } | null {
  const [plain = "", asked = ""] = path.split("?", 2);
  let best: { group: number; url: string } | null = null;
  groups.forEach((group, index) => {
    for (const { url } of group.entries) {
      if (url.length > (best?.url.length ?? 0) && fits(url, plain, asked)) best = { group: index, url };
    }
  });
  return best;
}

/** An address with a query fits where all of it is repeated, whatever else is asked. */
function fits(url: string, plain: string, asked: string): boolean {
  const end = url.indexOf("?");
  if (end < 0) return plain.startsWith(url) && (plain.length === url.length || plain[url.length] === "/");
  if (url.slice(0, end) !== plain) return false;
  const given = new URLSearchParams(asked);
  return [...new URLSearchParams(url.slice(end))].every(([name, value]) => given.get(name) === value);
}

function topOf(node: FunctionNode, byId: ReadonlyMap<number, FunctionNode>): FunctionNode | undefined {
  let top: FunctionNode | undefined;
  let parent = byId.get(node.parentId);
  for (let depth = 0; parent && depth < 10; depth++) {
    if (parent.id !== 0) top = parent;
    parent = byId.get(parent.parentId);
  }
  return top;
}

/** Only addresses of this console: what a function list says is not ours to trust. */
function isLocal(url: string): boolean {
  return /^\/(?![/\\])/.test(url);
}
