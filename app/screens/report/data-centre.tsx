/** `/datacenter`: the wall over all tenants, or over the members of a group, a page of its own. The address is open; the figures are not. */
import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { wallView } from "./data-centre.server";
import { DayChart } from "./day-chart";

/** Seconds after which the wall shows itself anew. */
const fresh = 60;

export async function loader({ context }: LoaderFunctionArgs) {
  const wall = await wallView(context);
  return data(wall, { status: wall.status, headers: wall.figures ? { refresh: String(fresh) } : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = () => [{ title: m.frames_wall_title() }];

export default function DataCentre() {
  const { figures, notice, signIn } = useLoaderData<typeof loader>();
  return (
    <main className="wall">
      <header className="page-head">
        <h1>{m.frames_wall_title()}</h1>
        {figures && <p className="dim">{figures.asOf}</p>}
      </header>
      {notice && (
        <p className="notice notice-warn" role="alert">
          {notice} {signIn && <Link to="/login?redirect=%2Fdatacenter">{m.error_page_sign_in()}</Link>}
        </p>
      )}
      {figures && (
        <>
          <dl className="wall-figures">
            {figures.today.map(([label, value]) => (
              <div key={label} className="panel">
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <section className="panel">
            <h2>{m.frames_wall_days()}</h2>
            <DayChart days={figures.days} />
          </section>
          <section className="panel">
            <h2>{m.frames_wall_corps()}</h2>
            <FigureTable head={figures.head} rows={figures.corps} />
          </section>
          <details className="panel">
            <summary>{m.frames_wall_table()}</summary>
            <FigureTable head={[m.frames_wall_day(), ...figures.head.slice(1)]} rows={figures.dayRows} />
          </details>
        </>
      )}
    </main>
  );
}

function FigureTable({ head, rows }: { head: string[]; rows: string[][] }) {
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            {head.map((label, place) => (
              <th key={label} scope="col" className={place > 0 ? "num" : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = "", ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stand by their place
                <td key={place} className="num">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
