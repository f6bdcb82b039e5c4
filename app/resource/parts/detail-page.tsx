/** A row's page: heading, commands, what its business says of it, its fields, its lines, its time line. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { CellContent } from "~/widgets/cell";
import { Link } from "~/widgets/link";
import { ContentPanel } from "~/widgets/rich-text/content-panel";
import type { DetailView } from "../load-detail.server";
import { ChangeLog } from "./change-log";
import { CommandDrawerHost, CommandPageLink, isPage } from "./command-page-link";
import { LinesTable } from "./lines-table";
import { Notes } from "./notes";

interface Props {
  view: DetailView;
  notice?: Notice | null | undefined;
  /** Before the fields. */
  children?: ReactNode;
}

export function DetailPage({ view, notice, children }: Props) {
  return (
    <CommandDrawerHost>
      <div className="page">
        <header className="page-head">
          <h1>
            {view.heading} {view.state && <CellContent cell={view.state} />} <small className="dim">{view.title}</small>
          </h1>
          <div className="toolbar">
            {view.edit && (
              <Link className="button button-primary" to={view.edit}>
                {m.engine_edit()}
              </Link>
            )}
            {view.links.map(({ label, to }) => (
              <Link key={to} className="button" to={to}>
                {label}
              </Link>
            ))}
            {view.copy && (
              <Link className="button" to={view.copy}>
                {m.forms_copy()}
              </Link>
            )}
            {view.commands.map(({ intent, label, to }) =>
              to && !isPage(to, intent) ? (
                <Link key={intent} className="button" to={to}>
                  {label}
                </Link>
              ) : to ? (
                <CommandPageLink key={intent} className="button" to={to} label={label} />
              ) : (
                <Form key={intent} method="post">
                  <input type="hidden" name="key" value={view.key} />
                  <button className="button" name={intent} value={view.id}>
                    {label}
                  </button>
                </Form>
              ),
            )}
            {view.remove && (
              <Link className="button" to={view.remove}>
                {m.engine_remove()}
              </Link>
            )}
            <Link className="button" to={view.list}>
              {m.engine_back()}
            </Link>
          </div>
        </header>
        <FormNotice notice={notice} />
        {view.notNow.length > 0 && <NotNow commands={view.notNow} />}
        {children}
        <section className="panel">
          <dl className="facts">
            {view.facts.map(({ label, cell }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <CellContent cell={cell} />
                </dd>
              </div>
            ))}
          </dl>
          {view.texts.map(({ label, html }) => (
            <div key={label} className="rich-text">
              <h2>{label}</h2>
              <ContentPanel html={html} />
            </div>
          ))}
        </section>
        {view.lines.length > 0 && (
          <div className="panel lines-tables">
            {view.lines.map((table) => (
              <LinesTable key={table.label} table={table} />
            ))}
          </div>
        )}
        {view.notes && <Notes block={view.notes} />}
        {view.log && <ChangeLog log={view.log} />}
      </div>
    </CommandDrawerHost>
  );
}

function NotNow({ commands }: { commands: { label: string; why: string }[] }) {
  return (
    <details className="not-now">
      <summary>{m.commands_not_now()}</summary>
      <ul>
        {commands.map(({ label, why }) => (
          <li key={label}>
            <button type="button" className="button" disabled>
              {label}
            </button>{" "}
            <span className="dim">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
