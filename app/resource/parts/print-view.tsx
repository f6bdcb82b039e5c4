/** A list as it is printed: what it is, what it was filtered by, when, and its rows. The shell is left out on paper. */

import { m } from "~/contract/messages";
import { useHydrated } from "~/widgets/hydrated";
import { Link } from "~/widgets/link";
import { Grid } from "./grid";
import type { ListView } from "./view";

export function PrintView({ view, print }: { view: ListView; print: NonNullable<ListView["print"]> }) {
  const hydrated = useHydrated();
  const columns = view.columns.map(({ sort: _, link: __, ...column }) => column);
  const rows = view.rows.map(({ id, cells }) => ({ id, cells }));
  return (
    <div className="page print-view">
      <div className="actions no-print">
        <Link className="button" to={print.back}>
          {m.lists_print_back()}
        </Link>
        {hydrated && (
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            {m.lists_print_now()}
          </button>
        )}
      </div>
      <h1>{view.title}</h1>
      <p className="dim">{[...print.filters, view.pager.total, m.lists_printed({ at: print.at })].join(" · ")}</p>
      {view.pager.note && <p className="dim">{view.pager.note}</p>}
      <Grid title={view.title} columns={columns} rows={rows} totals={view.totals} />
    </div>
  );
}
