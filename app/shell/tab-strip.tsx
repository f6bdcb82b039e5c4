/** The strip of open tabs (specification 2.5): one form of plain buttons, so that it works without scripts. */
import { useLocation } from "@remix-run/react";
import { type FormEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { Icon } from "./icon";
import { walkRow } from "./shell-keys";
import { homePath, type Tab } from "./tabs";
import type { Tabs } from "./use-tabs";

export function TabStrip({ tabs }: { tabs: Tabs }) {
  const { list, here, starred } = tabs;
  const shown = (tabs.next ?? here).path;
  // A page without a tab of its own leaves the strip to be entered at its first.
  const isAmong = list.some(({ path }) => path === shown);
  const { pathname, search } = useLocation();
  const strip = useRef<HTMLUListElement>(null);
  const [notice, setNotice] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab that is now shown may lie beyond the edge
  useEffect(() => bringIntoView(strip.current), [shown]);
  useEffect(() => {
    const gone = notice && setTimeout(setNotice, 3000, "");
    return () => clearTimeout(gone || undefined);
  }, [notice]);

  async function press(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    submitter.closest("details")?.removeAttribute("open");
    const { name, value } = submitter;
    if (name === "star") {
      const collected = await tabs.star(value);
      if (collected !== null) setNotice(collected ? m.flash_bookmarked() : m.flash_unbookmarked());
    } else if (value === "others" || value === "all") tabs.close({ which: value, path: here.path });
    else tabs.close({ which: "one", path: value });
  }

  function key(event: KeyboardEvent<HTMLUListElement>) {
    if (event.key === "Delete") {
      const tab = (event.target as HTMLElement).closest("li");
      const path = tab?.querySelector<HTMLButtonElement>("button[name=close]")?.value;
      const beside = tab?.previousElementSibling?.querySelector("a");
      if (path) tabs.close({ which: "one", path });
      beside?.focus();
    } else if (!walkRow(event.currentTarget, event)) return;
    event.preventDefault();
  }

  return (
    <form method="post" action="/tabs" className="tabs no-print" onSubmit={press}>
      <input type="hidden" name="here" value={here.path} />
      <input type="hidden" name="to" value={pathname + search} />
      <nav aria-label={m.tabs_label()}>
        <ul ref={strip} onKeyDown={key}>
          <li>
            <TabLink path={homePath} address={homePath} title={m.tabs_home()} shown={shown} isStop={!isAmong} />
          </li>
          {list.map((tab) => (
            <OpenTab key={tab.path} tab={tab} starred={starred.includes(tab.path)} tabs={tabs} />
          ))}
        </ul>
      </nav>
      {list.length > 0 && (
        <details className="tabs-more">
          <summary>
            {m.tabs_more()}
            <Icon name="down" />
          </summary>
          <div className="float">
            <button className="user-item" name="close" value="others">
              {m.tabs_close_others()}
            </button>
            <button className="user-item" name="close" value="all">
              {m.tabs_close_all()}
            </button>
          </div>
        </details>
      )}
      <p role="status" className={notice && "toast"}>
        {notice}
      </p>
    </form>
  );
}

function OpenTab({ tab, starred, tabs }: { tab: Tab; starred: boolean; tabs: Tabs }) {
  const { path, address, title, starable } = tab;
  // With scripts the strip is one stop of the Tab key, and the arrows go on from there.
  const stop = useHydrated() ? -1 : undefined;

  function middle(event: MouseEvent) {
    if (event.button !== 1) return;
    event.preventDefault();
    tabs.close({ which: "one", path });
  }

  return (
    <li onAuxClick={middle}>
      <TabLink path={path} address={address} title={title} shown={(tabs.next ?? tabs.here).path} />
      {starable && (
        <button
          name="star"
          value={path}
          tabIndex={stop}
          aria-pressed={starred}
          aria-label={starred ? m.tabs_unstar({ title }) : m.tabs_star({ title })}
        >
          {starred ? "★" : "☆"}
        </button>
      )}
      <button name="close" value={path} tabIndex={stop} aria-label={m.tabs_close({ title })}>
        ×
      </button>
    </li>
  );
}

interface TabLinkProps extends Pick<Tab, "path" | "address" | "title"> {
  shown: string;
  /** The Tab key stops at it. Default: at the one that is shown. */
  isStop?: boolean;
}

function TabLink({ path, address, title, shown, isStop = path === shown }: TabLinkProps) {
  const isShown = path === shown;
  const stop = useHydrated() && !isStop ? -1 : undefined;
  return (
    <Link to={address} title={title} preventScrollReset tabIndex={stop} aria-current={isShown ? "page" : undefined}>
      {title}
    </Link>
  );
}

/** Sideways alone: scrollIntoView would move the window too. */
function bringIntoView(strip: HTMLElement | null): void {
  const tab = strip?.querySelector("[aria-current]")?.parentElement;
  if (!strip || !tab) return;
  const [edge, place] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (place.left < edge.left) strip.scrollLeft -= edge.left - place.left;
  if (place.right > edge.right) strip.scrollLeft += place.right - edge.right;
}
