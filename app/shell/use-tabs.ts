/** The tabs as one sees them at this moment. The server has the same; scripts only need not wait for it. */
import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useDocument } from "./document";
import type { MenuGroup } from "./menu";
import { type Closing, closed, homePath, opened, placeAfter, type Tab, tabOf } from "./tabs";

export interface Tabs {
  /** Open tabs but home, in their order. */
  list: Tab[];
  /** Tab of the page of the address. */
  here: Tab;
  /** The tab that one is on the way to: its kept page is shown at once, while its data is asked for again. */
  next: Tab | null;
  starred: readonly string[];
  close(closing: Closing): void;
  /** Whether it is a favourite now; null where that could not be saved. */
  star(path: string): Promise<boolean | null>;
}

interface Kept {
  groups: MenuGroup[];
  tabs: Tab[];
  favourites: string[];
}

interface Mine {
  /** The loader's data that this comes from. */
  from: Kept | null;
  tabs: Tab[];
  starred: string[];
  title: string;
  key: string;
  /** Path of a tab that was closed while it is still shown. */
  leaving: string;
}

/** `good` is false where the page could not be shown: it opens no tab. */
export function useTabs(data: Kept, good: boolean): Tabs {
  const { key, pathname, search } = useLocation();
  const { title: firstTitle } = useDocument();
  const navigation = useNavigation();
  const navigate = useNavigate();
  const [mine, setMine] = useState<Mine>({ from: null, tabs: [], starred: [], title: firstTitle, key, leaving: "" });
  const here = tabOf(data.groups, { pathname, search, title: mine.title });
  // At first, and after an action: the server's own word.
  let { tabs, starred } = mine;
  if (mine.from !== data) {
    tabs = good ? opened(data.tabs, here) : data.tabs;
    starred = data.favourites;
    setMine({ ...mine, from: data, tabs, starred });
  }
  const target = navigation.state === "loading" && !navigation.formMethod ? navigation.location : null;
  const next = target && tabOf(data.groups, { ...target, title: "" });
  const list = good && here.path !== mine.leaving ? opened(tabs, here) : tabs;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a page; its title is in the document by then
  useEffect(() => {
    if (key === mine.key || !good) return;
    const tab = tabOf(data.groups, { pathname, search, title: document.title });
    setMine((before) => ({ ...before, tabs: opened(before.tabs, tab), title: document.title, key, leaving: "" }));
    if (tab.path !== homePath) {
      void post({ open: tab.path, here: tab.address, title: tab.starable ? "" : tab.title });
    }
  }, [key]);

  return {
    list,
    here,
    next: next && next.path !== here.path ? next : null,
    starred,
    close({ which, path }) {
      const left = closed(list, { which, path });
      const away = placeAfter(left, here.path);
      setMine((before) => ({ ...before, tabs: left, leaving: away === null ? "" : here.path }));
      void post({ close: which === "one" ? path : which, here: here.path });
      if (away !== null) navigate(away, { preventScrollReset: true });
    },
    async star(path) {
      const answer = await post({ star: path });
      if (!answer?.ok) return null;
      const { collected } = (await answer.json()) as { collected: boolean | null };
      if (collected === null) return null;
      setMine((before) => {
        const others = before.starred.filter((one) => one !== path);
        return { ...before, starred: collected ? [...others, path] : others };
      });
      return collected;
    },
  };
}

/** Null without a line: what the strip says stands in the page already, and the next page of the server says it anew. */
async function post(fields: Record<string, string>): Promise<Response | null> {
  const body = new URLSearchParams({ ...fields, quiet: "1" });
  return fetch("/tabs", { method: "POST", body, keepalive: true }).catch(() => null);
}
