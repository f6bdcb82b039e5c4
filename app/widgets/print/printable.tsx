/** A page that has a paper: `?print` shows it as it is printed, without its commands and forms. */
import type { ReactNode } from "react";
import { m } from "~/contract/messages";
import type { Option } from "~/contract/resource-lists";
import { useHydrated } from "../hydrated";
import { Link } from "../link";

/** Where the paper is; on the paper, when it was made and the way back. */
export type Paper = { to: string } | { at: string; back: string };

interface Props {
  paper: Paper;
  /** What it was filtered by: the form that says so is left out. */
  said?: string[];
  children: ReactNode;
}

export function Printable({ paper, said = [], children }: Props) {
  const hydrated = useHydrated();
  if ("to" in paper) return <div className="page">{children}</div>;
  return (
    <div className="page on-paper">
      <div className="paper-bar no-print">
        <Link className="button" to={paper.back}>
          {m.sale_back()}
        </Link>
        {hydrated && (
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            {m.lists_print_now()}
          </button>
        )}
      </div>
      {children}
      <p className="dim">{[...said, m.lists_printed({ at: paper.at })].filter(Boolean).join(" · ")}</p>
    </div>
  );
}

/** The words of what was chosen; "" where nothing was. */
export function labelIn(options: readonly Option[], chosen: string | undefined): string {
  return options.find(({ value }) => value === chosen)?.label ?? "";
}

export function PrintLink({ paper }: { paper: Paper }) {
  if (!("to" in paper)) return null;
  return (
    <Link className="button no-print" to={paper.to}>
      {m.report_print()}
    </Link>
  );
}
