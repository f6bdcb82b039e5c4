/** A row's page: heading, commands, what its business says of it, its fields, its lines, its time line. */
import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Notice } from "~/contract/errors";
import { m } from "~/contract/messages";
import { FormNotice } from "~/form/form-notice";
import { CellContent } from "~/widgets/cell";
import { Link } from "~/widgets/link";
import { Printable, PrintLink } from "~/widgets/print/printable";
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
      <Printable paper={view.paper}>
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
            {view.commands
              .filter(({ tucked }) => !tucked)
              .map((command) => (
                <Command key={command.intent} command={command} view={view} />
              ))}
            <PrintLink paper={view.paper} />
            <Link className="button" to={view.list}>
              {m.engine_back()}
            </Link>
            <Destructive view={view} />
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
        {"to" in view.paper && view.notes && <Notes block={view.notes} />}
        {"to" in view.paper && view.log && <ChangeLog log={view.log} />}
      </Printable>
    </CommandDrawerHost>
  );
}

/** What takes something away, where nobody presses it in passing: as lists have it. */
function Destructive({ view }: { view: DetailView }) {
  const commands = view.commands.filter(({ tucked }) => tucked);
  if (commands.length === 0 && !view.remove) return null;
  return (
    <details className="row-menu" name="row-menu">
      <summary className="button" aria-label={`${m.lists_more_actions()} ${view.heading}`}>
        ⋯
      </summary>
      <span>
        {commands.map((command) => (
          <Command key={command.intent} command={command} view={view} />
        ))}
        {view.remove && (
          <Link className="button danger" to={view.remove}>
            {m.engine_remove()}
          </Link>
        )}
      </span>
    </details>
  );
}

function Command({
  command: { intent, label, to },
  view,
}: {
  command: DetailView["commands"][number];
  view: DetailView;
}) {
  if (to && isPage(to, intent)) return <CommandPageLink className="button" to={to} label={label} />;
  if (to) {
    return (
      <Link className="button" to={to}>
        {label}
      </Link>
    );
  }
  return (
    <Form method="post">
      <input type="hidden" name="key" value={view.key} />
      <button className="button" name={intent} value={view.id}>
        {label}
      </button>
    </Form>
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
