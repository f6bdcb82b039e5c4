/** `/datacenter`: the wall over all tenants, or over the members of a group, a page of its own. The address is open; the figures are not. */
import { data, type HeadersFunction, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { m } from "~/contract/messages";
import { Link } from "~/widgets/link";
import { useReadAnew } from "~/widgets/read-anew";
import { wallView } from "./data-centre.server";
import { DayChart } from "./day-chart";
import { ProvinceMap } from "./province-map";

/** Seconds after which the wall loads anew where no script reads its figures anew in place. */
const fresh = 60;

export async function loader({ context }: LoaderFunctionArgs) {
  const wall = await wallView(context);
  const reloads = wall.figures !== null && context.preferences.lite;
  return data(wall, { status: wall.status, headers: reloads ? { refresh: String(fresh) } : {} });
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;
export const meta: MetaFunction = () => [{ title: m.frames_wall_title() }];

export default function DataCentre() {
  const { figures, notice, signIn } = useLoaderData<typeof loader>();
  useReadAnew();
  const more = figures?.more;
  return (
    <main className={more ? "wall wall-whole" : "wall"}>
      {figures && (
        <noscript>
          <meta httpEquiv="refresh" content={String(fresh)} />
        </noscript>
      )}
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
          {more && (
            <section className="panel wall-alarms">
              <h2>{m.frames_wall_alarms()}</h2>
              {more.alarms.length === 0 && <p className="dim">{m.frames_wall_calm()}</p>}
              <ul>
                {more.alarms.map(({ corp, says, bad }) => (
                  <li key={corp + says} className={`notice ${bad ? "notice-bad" : "notice-warn"}`}>
                    <strong>{corp}</strong> {says}
                  </li>
                ))}
              </ul>
            </section>
          )}
          {more && (
            <section className="panel wall-map">
              <h2>{m.frames_wall_map()}</h2>
              <p className="dim">{m.frames_wall_map_help()}</p>
              <ProvinceMap tiles={more.map} />
              <details>
                <summary>{m.frames_wall_provinces()}</summary>
                <FigureTable
                  head={[m.frames_wall_province(), m.frames_wall_parks(), m.frames_wall_admissions()]}
                  rows={more.provinces}
                />
              </details>
            </section>
          )}
          {more && more.loads.length > 0 && (
            <section className="panel">
              <h2>{m.frames_wall_loads()}</h2>
              <FigureTable
                head={[m.frames_wall_park(), m.frames_wall_people(), m.frames_wall_inside()]}
                rows={more.loads.map(({ name, cells }) => [name, ...cells])}
                levels={more.loads.map(({ level }) => level)}
              />
            </section>
          )}
          <section className="panel">
            <h2>{m.frames_wall_days()}</h2>
            <DayChart days={figures.days} />
          </section>
          <section className="panel wall-below">
            <h2>{m.frames_wall_corps()}</h2>
            <FigureTable head={figures.head} rows={figures.corps} />
          </section>
          <details className="panel wall-below">
            <summary>{m.frames_wall_table()}</summary>
            <FigureTable head={[m.frames_wall_day(), ...figures.head.slice(1)]} rows={figures.dayRows} />
          </details>
        </>
      )}
    </main>
  );
}

interface TableProps {
  head: string[];
  rows: string[][];
  /** How full each row's park is. */
  levels?: string[];
}

function FigureTable({ head, rows, levels = [] }: TableProps) {
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
          {rows.map(([name = "", ...cells], place) => (
            <tr key={name} className={levels[place] && `load-${levels[place]}`}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the cells of a row stand by their place
                <td key={column} className="num">
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
