/** A list page: heading, filters, rows, pager; or what helps where there is nothing. */
import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { Link } from "~/widgets/link";
import { Ask } from "./ask";
import { FilterForm } from "./filter-form";
import { Grid } from "./grid";
import { MemoryLinks, MemoryPanel } from "./memory-panels";
import { Pager } from "./pager";
import { PrintView } from "./print-view";
import { useListScripts } from "./use-list-scripts";
import type { CellsRefused, ListView, TabView } from "./view";

interface Props {
  view: ListView;
  notice?: Notice | null | undefined;
  /** Cells that were not saved. */
  cells?: CellsRefused | undefined;
  /** Beside the heading. */
  tools?: ReactNode;
  /** In place of the rows. */
  children?: ReactNode;
  /** All that was found is shown at once. */
  whole?: boolean;
}

export function ListFrame({ view, notice, cells, tools, children, whole = false }: Props) {
  const root = useListScripts();
  const { location } = useNavigation();
  if (view.print) return <PrintView view={view} print={view.print} />;
  return (
    <div className="page list-page" ref={root} aria-busy={location?.pathname === view.path || undefined}>
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar">
          {tools}
          {view.tools?.map(({ label, to }) => (
            <Link key={to} className="button" to={to}>
              {label}
            </Link>
          ))}
          {view.exportTo && view.rows.length > 0 && (
            <Link className="button" to={view.exportTo}>
              {m.engine_export()}
            </Link>
          )}
          {view.importTo && (
            <Link className="button" to={view.importTo}>
              {m.imports_button()}
            </Link>
          )}
          {view.create && (
            <Link className="button button-primary" to={view.create}>
              {m.engine_new()}
            </Link>
          )}
        </div>
      </header>
      <FormNotice notice={notice} />
      {view.drift && <FormNotice notice={{ title: "", message: view.drift }} />}
      {view.ask && <Ask key={view.ask.question} ask={view.ask} />}
      <FilterForm filters={view.filters} path={view.path} filtered={view.filtered} kept={view.pager.kept} />
      {!view.editing && (
        <div className="list-bar no-print">
          {view.tabs && <StateTabs tabs={view.tabs} />}
          {view.memory && <MemoryLinks memory={view.memory} filtered={view.filtered} editCells={view.editCells} />}
        </div>
      )}
      {view.memory && <MemoryPanel memory={view.memory} />}
      {children ??
        (view.rows.length > 0 ? (
          <Grid
            title={view.title}
            columns={view.columns}
            rows={view.rows}
            totals={view.totals}
            selection={view.selection}
            pager={view.pager}
            editing={view.editing}
            refused={cells}
            exportTo={view.exportTo}
            pressKey={view.key}
          />
        ) : (
          <Empty view={view} />
        ))}
      {view.rows.length > 0 && !view.editing && !whole && <Pager pager={view.pager} path={view.path} />}
    </div>
  );
}

function StateTabs({ tabs }: { tabs: TabView[] }) {
  return (
    <nav className="state-tabs" aria-label={m.lists_states()}>
      {tabs.map(({ to, label, count, now }) => (
        <Link key={label} to={to} aria-current={now && "page"}>
          {label} <small>{count}</small>
        </Link>
      ))}
    </nav>
  );
}

function Empty({ view }: { view: ListView }) {
  return (
    <div className="empty panel">
      <strong>{view.filtered ? m.engine_none_filtered() : m.engine_none()}</strong>
      {view.whenEmpty && <p>{view.whenEmpty}</p>}
      {view.filtered ? (
        <p>{m.engine_none_filtered_help()}</p>
      ) : (
        view.create && !view.begin && <p>{m.engine_none_new()}</p>
      )}
      {view.begin && (
        <p>
          <Link className="button button-primary" to={view.begin.to}>
            {view.begin.label}
          </Link>
        </p>
      )}
    </div>
  );
}
