/** A ledger as of any moment: what its accounts had, what came in and went out, sums, and the way to the movements. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { loadStanding } from "./load-standing.server";
import { FilterField, valueOfFilter } from "./parts/filter-form";

export const loader = (args: LoaderFunctionArgs) => loadStanding(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title ?? "" }];

type View = Awaited<ReturnType<typeof loadStanding>>;

export default function LedgerStanding() {
  const view = useLoaderData<typeof loader>();
  const [since, until] = ["standing-since", "standing-until"];
  return (
    <div className="page">
      <header className="page-head">
        <h1>{view.title}</h1>
        <div className="toolbar">
          <Link className="button" to={view.list}>
            {m.ledger_all_rows()}
          </Link>
        </div>
      </header>
      <Form
        method="get"
        action={view.path}
        className="filters panel"
        role="search"
        key={[view.since, view.at, ...view.filters.map(valueOfFilter)].join("|")}
      >
        {view.filters.map((filter) => (
          <FilterField key={filter.name} filter={filter} />
        ))}
        <div className="field">
          <label htmlFor={since}>{m.ledger_from_at()}</label>
          <input id={since} type="datetime-local" step={1} name="since" defaultValue={view.since} />
        </div>
        <div className="field">
          <label htmlFor={until}>{m.ledger_until()}</label>
          <input id={until} type="datetime-local" step={1} name="asOf" defaultValue={view.at} />
        </div>
        <button className="button button-primary">{m.engine_filter()}</button>
        {view.now && (
          <Link className="button" to={view.now}>
            {m.ledger_now()}
          </Link>
        )}
      </Form>
      {view.problem && (
        <p className="notice notice-warn" role="alert">
          {view.problem}
        </p>
      )}
      <section className="panel">
        <div className="panel-head">
          <h2>{view.heading}</h2>
          <span className="dim">{view.found}</span>
        </div>
        {view.rows.length === 0 ? <p className="empty">{m.ledger_no_standing()}</p> : <Standings view={view} />}
        {(view.newer || view.older) && (
          <p className="toolbar">
            {view.newer && <Link to={view.newer}>{m.engine_previous()}</Link>}
            {view.older && <Link to={view.older}>{m.engine_next()}</Link>}
          </p>
        )}
      </section>
    </div>
  );
}

function Standings({ view }: { view: View }) {
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">{view.title}</caption>
        <thead>
          <tr>
            {view.head.map((label) => (
              <th key={label} scope="col" rowSpan={2}>
                {label}
              </th>
            ))}
            {view.figures.map((label) => (
              <th key={label} scope="colgroup" colSpan={view.columns.length} className="num">
                {label}
              </th>
            ))}
          </tr>
          <tr>
            {view.figures.flatMap((figure) =>
              view.columns.map((column) => (
                <th key={`${figure} ${column}`} scope="col" className="num">
                  {column}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {view.rows.map(({ texts: [first = "", ...texts], to, cells }) => (
            <tr key={[first, ...texts].join(" ")}>
              <th scope="row">
                <Link to={to} aria-label={m.ledger_rows_of({ account: [first, ...texts].filter(Boolean).join(" ") })}>
                  {first || "—"}
                </Link>
              </th>
              {texts.map((text, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stand by their place
                <td key={place}>{text}</td>
              ))}
              <AmountCells cells={cells} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={view.head.length}>
              {m.lists_total()}
            </th>
            <AmountCells cells={view.totals} />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
