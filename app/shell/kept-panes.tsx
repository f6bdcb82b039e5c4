/**
 * The pages of open tabs, kept as they were left: filters, half-filled forms, scroll place. A page that is not shown
 * stays mounted but out of the document, so that its ids and labels meet nobody's; the router's news do not reach it.
 */

import { useOutlet } from "@remix-run/react";
import { type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from "react";
import {
  UNSAFE_DataRouterStateContext as DataRouterState,
  UNSAFE_LocationContext as LocationContext,
} from "react-router-dom";
import { isPassing } from "~/contract/paths";
import type { Tab } from "./tabs";

/** Beyond these the one not seen for longest is let go; its address still stands in its tab. */
const keptAtMost = 10;

interface Pane {
  key: string;
  address: string;
  outlet: ReactNode;
  state: React.ContextType<typeof DataRouterState>;
  place: React.ContextType<typeof LocationContext>;
}

interface Props {
  here: Tab;
  /** A tab whose data is on its way: its page is shown already if it is kept as it was left there. */
  next: Tab | null;
  /** Paths of the open tabs: a closed one's page is let go. */
  open: readonly string[];
}

export function KeptPanes({ here, next, open }: Props) {
  const outlet = useOutlet();
  const state = useContext(DataRouterState);
  const place = useContext(LocationContext);
  const kept = useRef(new Map<string, Pane>());
  const last = useRef({ path: here.path, made: 0 });
  const panes = kept.current;

  const known = panes.get(here.path);
  // A tab that one comes back to at another address is a new page.
  const comesBack = last.current.path !== here.path;
  const isNew = !known || (comesBack && known.address !== here.address);
  const key = isNew ? `${here.path} ${++last.current.made}` : known.key;
  const idle = isNew || state?.navigation.state === "idle";
  panes.delete(here.path);
  panes.set(here.path, { key, address: here.address, outlet, place, state: idle ? state : known.state });
  last.current.path = here.path;
  for (const path of panes.keys()) {
    if (path !== here.path && (!open.includes(path) || isPassing(path) || panes.size > keptAtMost)) panes.delete(path);
  }

  const visible = next && panes.get(next.path)?.address === next.address ? next.path : here.path;
  useScrollPlaces(visible);
  // In the order of their making: no pane ever moves.
  return [...panes].sort(byMaking).map(([path, pane]) => {
    const isCurrent = path === here.path;
    return (
      <KeptPane key={pane.key} isShown={path === visible}>
        <DataRouterState.Provider value={isCurrent ? state : pane.state}>
          <LocationContext.Provider value={pane.place}>{pane.outlet}</LocationContext.Provider>
        </DataRouterState.Provider>
      </KeptPane>
    );
  });
}

/** The server has nothing to paint. */
const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;

const makingOf = ({ key }: Pane) => Number(key.slice(key.lastIndexOf(" ")));
const byMaking = ([, one]: [string, Pane], [, other]: [string, Pane]) => makingOf(one) - makingOf(other);

function KeptPane({ isShown, children }: { isShown: boolean; children: ReactNode }) {
  const outer = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const scrolled = useRef<[Element, number, number][]>([]);

  // React owns the outer element and never looks for the inner one in the document.
  useBeforePaint(() => {
    const page = inner.current;
    if (!page || !outer.current) return;
    if (isShown) {
      outer.current.hidden = false;
      if (page.isConnected) return;
      outer.current.append(page);
      for (const [element, left, top] of scrolled.current) element.scrollTo(left, top);
      return;
    }
    // A frame that leaves the document loads anew when it comes back.
    if (page.querySelector("iframe")) {
      outer.current.hidden = true;
      return;
    }
    scrolled.current = [...page.querySelectorAll(".table-frame")].map((frame) => [
      frame,
      frame.scrollLeft,
      frame.scrollTop,
    ]);
    page.remove();
  }, [isShown]);

  return (
    <div className="pane" ref={outer}>
      <div ref={inner}>{children}</div>
    </div>
  );
}

/** The window's scroll place, by tab. */
function useScrollPlaces(visible: string): void {
  const places = useRef(new Map<string, number>());
  const shown = useRef(visible);

  useEffect(() => {
    const note = () => places.current.set(shown.current, window.scrollY);
    addEventListener("scroll", note, { passive: true });
    return () => removeEventListener("scroll", note);
  }, []);
  useBeforePaint(() => {
    if (shown.current === visible) return;
    shown.current = visible;
    window.scrollTo(0, places.current.get(visible) ?? 0);
  }, [visible]);
}
