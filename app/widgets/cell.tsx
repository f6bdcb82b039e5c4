/** A table cell as data: text, a link, or a state with its tone. */

import { Link } from "~/widgets/link";
import { linkTo, thumbnailOf } from "./file-links";
import { StateBadge } from "./state-badge";

export type Cell =
  | string
  | { state: string; label: string; tone?: string | undefined }
  | { to: string; text: string }
  /** Several values, each a badge. */
  | { badges: string[] }
  /** Paths of stored pictures, with what they are called. */
  | { pictures: { path: string; name: string }[] }
  /** Addresses of files to keep, with what they are called. */
  | { files: { to: string; text: string }[] };

export function CellContent({ cell }: { cell: Cell }) {
  if (typeof cell === "string") return <>{cell}</>;
  if ("to" in cell) {
    return <Link to={cell.to}>{cell.text}</Link>;
  }
  if ("badges" in cell) {
    return (
      <span className="badges">
        {cell.badges.map((label) => (
          <span key={label} className="badge badge-calm">
            {label}
          </span>
        ))}
      </span>
    );
  }
  if ("pictures" in cell) {
    return (
      <span className="thumbs">
        {cell.pictures.map(({ path, name }) => (
          <a key={path} href={linkTo(path)} target="_blank" rel="noreferrer" title={name}>
            <img src={thumbnailOf(path)} alt={name} loading="lazy" />
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
