/** Dictionaries in two panes: all of them at the left, what belongs to the chosen one at the right. */
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { moveAmongLinks } from "~/widgets/tree/move-among-links";
import type { TypeLink } from "./closed-types.server";

interface Props {
  types: readonly TypeLink[];
  children: ReactNode;
}

export function DictPanes({ types, children }: Props) {
  return (
    <div className="panes">
      <nav className="pane-list" aria-label={m.system_dicts()} onKeyDown={moveAmongLinks}>
        <Link to="/system/dictList" aria-current={types.some(({ now }) => now) ? undefined : "page"}>
          {m.system_dict_all()} <small>{types.length}</small>
        </Link>
        {types.map(({ name, to, now }) => (
          <Link key={to} to={to} aria-current={now ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <div className="pane-rows">{children}</div>
    </div>
  );
}
