/** A tree of links, for the left of two panes: a link shows its node at the side; branches stay open as somebody left them. */
import { useEffect, useState } from "react";
import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { moveAmongLinks } from "./move-among-links";

export interface LinkedNode {
  id: number;
  name: string;
  /** Stands after the name. */
  note?: string | undefined;
  /** It is switched off. */
  off?: boolean | undefined;
  to: string;
  now: boolean;
  /** Open until somebody closes it; the way to the present node is open in any case. */
  open: boolean;
  entries: LinkedNode[];
}

export function TreeLinks({ label, nodes }: { label: string; nodes: readonly LinkedNode[] }) {
  return (
    <nav className="pane-list tree-links" aria-label={label} onKeyDown={moveAmongLinks}>
      <Branch nodes={nodes} />
    </nav>
  );
}

function Branch({ nodes }: { nodes: readonly LinkedNode[] }) {
  return (
    <ul>
      {nodes.map((node) => (
        <Node key={node.id} node={node} />
      ))}
    </ul>
  );
}

const leadsToNow = (node: LinkedNode): boolean => node.entries.some((entry) => entry.now || leadsToNow(entry));

function Node({ node }: { node: LinkedNode }) {
  const { id, name, note, off, to, now, entries } = node;
  const scripted = useHydrated();
  const onWay = leadsToNow(node);
  const [open, setOpen] = useState(node.open || onWay);
  useEffect(() => {
    if (onWay) setOpen(true);
  }, [onWay]);
  return (
    <li id={`node-${id}`}>
      {/* Without scripts the page comes anew: the address scrolls it to where the node stands. */}
      <Link
        to={scripted ? to : `${to}#node-${id}`}
        preventScrollReset
        aria-current={now ? "true" : undefined}
        className={off ? "dim" : undefined}
      >
        {name} {note && <small className="dim">{note}</small>}
      </Link>
      {entries.length > 0 && (
        <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
          <summary aria-label={m.tree_below({ name })} />
          <Branch nodes={entries} />
        </details>
      )}
    </li>
  );
}
