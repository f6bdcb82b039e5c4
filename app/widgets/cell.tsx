/** A table cell as data: text, a link, or a state with its tone. */
import { Link } from "@remix-run/react";
import { thumbnailOf } from "~/contract/files";
import { m } from "~/contract/messages";
import { StateBadge } from "./state-badge";

export type Cell =
  | string
  | { state: string; label: string }
  | { to: string; text: string }
  /** Paths of stored pictures. */
  | { pictures: string[] }
  /** Addresses of files to keep, with what they are called. */
  | { files: { to: string; text: string }[] };

export function CellContent({ cell }: { cell: Cell }) {
  if (typeof cell === "string") return <>{cell}</>;
  if ("to" in cell) {
    return (
      <Link to={cell.to} discover="none">
        {cell.text}
      </Link>
    );
  }
  if ("pictures" in cell) {
    return (
      <span className="thumbs">
        {cell.pictures.map((path) => (
          <a key={path} href={path} target="_blank" rel="noreferrer">
            <img src={thumbnailOf(path)} alt={m.files_photos()} loading="lazy" />
          </a>
        ))}
      </span>
    );
  }
  if ("files" in cell) {
    return (
      <>
        {cell.files.map(({ to, text }) => (
          <a key={to} href={to} download>
            {text}{" "}
          </a>
        ))}
      </>
    );
  }
  return <StateBadge {...cell} />;
}
