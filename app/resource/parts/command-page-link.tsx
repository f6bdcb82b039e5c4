/**
 * Links to commands' pages. Scripts show the page in a drawer over the page that it was pressed on. The drawer belongs to
 * that page and not to the link: a link goes when the row below has come into another state, and what the drawer says of
 * it must stay.
 */
import { createContext, type MouseEvent, type ReactNode, Suspense, useContext, useState } from "react";
import { lazyPart } from "~/line/this-line";
import { Link } from "~/widgets/link";

const CommandDrawer = lazyPart(() => import("./command-drawer"));
const Show = createContext<(to: string) => void>(() => {});

/** Whether what is asked stands on a page of its own, and not above the page that one is on. */
export const isPage = (to: string, intent: string) => to.split("?")[0]?.endsWith(`/${intent}`) ?? false;

export function CommandDrawerHost({ children }: { children: ReactNode }) {
  const [open, show] = useState<string | null>(null);
  return (
    <Show.Provider value={show}>
      {children}
      {open !== null && (
        <Suspense>
          <CommandDrawer to={open} onClose={() => show(null)} />
        </Suspense>
      )}
    </Show.Provider>
  );
}

interface Props {
  to: string;
  label: string;
  className?: string | undefined;
}

export function CommandPageLink({ to, label, className }: Props) {
  const show = useContext(Show);
  function press(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(to);
  }
  return (
    <Link to={to} onClick={press} className={className} aria-haspopup="dialog">
      {label}
    </Link>
  );
}
