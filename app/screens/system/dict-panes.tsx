/** Dictionaries in two panes: all of them at the left, what belongs to the chosen one at the right. */
import { type ReactNode, useEffect, useRef } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { moveAmongLinks } from "~/widgets/tree/move-among-links";
import type { TypeLink } from "./closed-types.server";

interface Props {
  types: readonly TypeLink[];
  children: ReactNode;
}

export function DictPanes({ types, children }: Props) {
  const scripted = useHydrated();
  const list = useRef<HTMLElement>(null);
  // The chosen one may stand far down: it is brought into sight within the list, and the page stays.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-current]");
    const { offsetTop = 0, clientHeight = 0 } = chosen ?? {};
    const pane = list.current;
    if (!pane) return;
    const above = offsetTop < pane.scrollTop;
    const beneath = offsetTop + clientHeight > pane.scrollTop + pane.clientHeight;
    if (above || beneath) pane.scrollTop = offsetTop - pane.clientHeight / 2;
  }, []);
  return (
    <div className="panes">
      <nav ref={list} className="pane-list" aria-label={m.system_dicts()} onKeyDown={moveAmongLinks}>
        <Link to="/system/dictList" aria-current={types.some(({ now }) => now) ? undefined : "page"}>
          {m.system_dict_all()} <small>{types.length}</small>
        </Link>
        {types.map(({ name, to, now }, place) => (
          // Without scripts the page comes anew: the address brings the chosen one into sight.
          <Link
            key={to}
            id={`dictionary-${place}`}
            to={scripted ? to : `${to}#dictionary-${place}`}
            aria-current={now ? "page" : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className="pane-rows">{children}</div>
    </div>
  );
}
