/** A table cell as data: text, a link, or a state with its tone. */
import { Link } from "@remix-run/react";
import { StateBadge } from "./state-badge";

export type Cell = string | { state: string; label: string } | { to: string; text: string };

export function CellContent({ cell }: { cell: Cell }) {
  if (typeof cell === "string") return <>{cell}</>;
  if ("to" in cell) {
    return (
      <Link to={cell.to} discover="none">
        {cell.text}
      </Link>
    );
  }
  return <StateBadge {...cell} />;
}
