/** The tabs of the strip (specification 2.5, 4.3): which page belongs to which, and what opening and closing does. */
import { findCurrent, type MenuGroup } from "./menu";

export interface Tab {
  /** Tells tabs apart. */
  path: string;
  /** Where one was in it: path and query. */
  address: string;
  title: string;
  /** A function of the menu: it can be a favourite. */
  starable: boolean;
}

/** Always the first, never closed: "close all keeps the first tab". */
export const homePath = "/index";

/** What a page says of itself to find its tab. */
export interface Page {
  pathname: string;
  search: string;
  title: string;
}

/**
 * The tab of a page. Pages below a menu entry's address share its tab, which so remembers the page of the list or the
 * half-filled form; every other page has a tab by its path, as the specification counts them.
 */
export function tabOf(groups: readonly MenuGroup[], { pathname, search, title }: Page): Tab {
  const address = pathname + search;
  const found = pathname === homePath ? null : findCurrent(groups, address);
  const entry = found && groups[found.group]?.entries.find(({ url }) => url === found.url);
  if (!entry) return { path: pathname, address, title, starable: false };
  return { path: plain(entry.url), address, title: entry.name, starable: true };
}

/** What the server keeps of the tabs, as they are shown: the menu names its own. */
export function shownTabs(groups: readonly MenuGroup[], kept: readonly Omit<Tab, "starable">[]): Tab[] {
  return kept
    .filter(({ path }) => path !== homePath)
    .map(({ path, address, title }) => {
      const [pathname = "", search = ""] = address.split(/(?=\?)/, 2);
      const tab = tabOf(groups, { pathname, search, title: title || path });
      return tab.path === path ? tab : { path, address, title: title || path, starable: false };
    });
}

/** Adds the tab where its path is not open, else brings its place and title up to date. */
export function opened(tabs: readonly Tab[], tab: Tab): Tab[] {
  if (tab.path === homePath) return [...tabs];
  const known = tabs.some(({ path }) => path === tab.path);
  return known ? tabs.map((one) => (one.path === tab.path ? tab : one)) : [...tabs, tab];
}

export type Closing = { which: "one" | "others" | "all"; path: string };

export function closed(tabs: readonly Tab[], { which, path }: Closing): Tab[] {
  if (which === "all") return [];
  return tabs.filter((tab) => (tab.path === path) === (which === "others"));
}

/** Where closing leads: nowhere if the page that one looks at stays, else to the last tab. */
export function placeAfter(left: readonly Pick<Tab, "path" | "address">[], here: string): string | null {
  if (here === homePath || left.some(({ path }) => path === here)) return null;
  return left.at(-1)?.address ?? homePath;
}

function plain(url: string): string {
  return url.split("?", 1)[0] ?? url;
}
