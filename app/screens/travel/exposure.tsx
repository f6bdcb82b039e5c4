/** What agencies owe, how old it is, and what they may still buy (`/travel/exposure`), on the screen and on paper. */
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { formatYuan } from "~/contract/money";
import type { Option } from "~/contract/resource";
import { agencyExposure } from "~/contract/travel/exposure";
import { AmountCells } from "~/widgets/amount-cells";
import { Link } from "~/widgets/link";
import { PrintButton } from "~/widgets/print/print-sheet";
import { TableFrame } from "~/widgets/table-frame";
import { exposureAsked } from "./exposure-asked.server";
import { amountsOf, exposureHeads } from "./exposure-columns";
import "./exposure.css";

const path = "/travel/exposure";

export const handle = { menu: path };
export const meta: MetaFunction = () => [{ title: m.account_exposure() }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = exposureAsked(request);
  const { rows, ...answer } = await context.dispatch.call(agencyExposure, asked);
  const to = (id: number) => `/travel/agencyList/${id}/account`;
  return {
    ...answer,
    rows: rows.map((row) => ({ ...row, to: context.mayOpen(to(row.id)) ? to(row.id) : "" })),
    asked: Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)])),
  };
}

type Loaded = Awaited<ReturnType<typeof loader>>;

export default function Exposure() {
  const page = useLoaderData<typeof loader>();
  const query = new URLSearchParams(page.asked).toString();
  return (
    <div className="page">
      <header className="page-head">
        <h1>{m.account_exposure()}</h1>
        <div className="toolbar no-print">
          <PrintButton />
          <a className="button" href={`${path}/file${query && `?${query}`}`} download>
            {m.stored_file()}
          </a>
        </div>
      </header>
      <Form method="get" action={path} className="filters panel no-print" role="search" key={query}>
        <Choice name="regionId" label={m.travel_region()} options={page.regions} chosen={page.asked.regionId ?? ""} />
        <Choice
          name="salesmanId"
          label={m.travel_salesman()}
          options={page.salesmen}
          chosen={page.asked.salesmanId ?? ""}
        />
        <button className="button button-primary">{m.engine_filter()}</button>
      </Form>
      <section className="panel">
        {page.more && (
          <p className="notice notice-warn" role="status">
            {m.account_exposure_more({ n: page.rows.length, all: page.count })}
          </p>
        )}
        {page.rows.length === 0 ? (
          <p className="empty">{m.account_exposure_none()}</p>
        ) : (
          <>
            <p className="dim">{m.account_exposure_unit()}</p>
            <Rows {...page} />
          </>
        )}
      </section>
    </div>
  );
}

function Choice({ name, label, options, chosen }: { name: string; label: string; options: Option[]; chosen: string }) {
  return (
    <div className="field">
      <label htmlFor={`exposure-${name}`}>{label}</label>
      <select className="input" id={`exposure-${name}`} name={name} defaultValue={chosen}>
        <option value="">{m.account_everybody()}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

function Rows({ rows, total }: Loaded) {
  return (
    <TableFrame label={m.account_exposure()}>
      <table className="table exposure">
        <caption className="visually-hidden">{m.account_exposure()}</caption>
        <thead>
          <tr>
            <th scope="col" className="exposure-agency">
              {m.travel_agency()}
            </th>
            {exposureHeads.map((label) => (
              <th scope="col" className="num" key={label()}>
                {label()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                {row.to ? <Link to={row.to}>{row.name}</Link> : row.name}
                <small className="dim">
                  {[row.settlement, row.state, row.region, row.salesman].filter(Boolean).join(" · ")}
                </small>
              </th>
              <AmountCells cells={amountsOf(row).map(formatYuan)} />
            </tr>
          ))}
          <tr className="table-sum">
            <th scope="row">{m.cash_up_all()}</th>
            <AmountCells cells={amountsOf(total).map(formatYuan)} />
          </tr>
        </tbody>
      </table>
    </TableFrame>
  );
}
